/* ways.c - see ways.h. -DSECOND: the second library. */
#define _GNU_SOURCE
#include "ways.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef SECOND
const struct ways *ways_of_other(void) { return ways_table(); }
#else

static void put(int *to, int value)
{
    *to = value;
}

putter *const ways_put = put;
putter *ways_get(void) { return put; }

static const struct ways table = {put};
const struct ways *ways_table(void) { return &table; }

static putter *choose(void) { return put; }
void ways_chosen(int *, int) __attribute__((ifunc("choose")));
putter *ways_get_chosen(void) { return ways_chosen; }

swapper *ways_swab(void) { return swab; }
void *ways_find(const char *name) { return dlsym(RTLD_DEFAULT, name); }
void *ways_find_in_c(const char *name) { return dlsym(dlopen("libc.so.6", RTLD_NOW), name); }

void *ways_start(void *argument)
{
    *(int *)argument = *(int *)argument * 2 + 1;
    return argument;
}

static void *hidden_start(void *argument)
{
    *(int *)argument = 1;
    return argument;
}
void *(*const ways_hidden_start)(void *) = hidden_start;

static int compared;
static int compare(const void *a, const void *b)
{
    compared++;
    return *(const int *)a - *(const int *)b;
}
int (*const ways_compare)(const void *, const void *) = compare;
int ways_compared(void) { return compared; }

static int *watched, *watched_by_handler;
void ways_watch(int *what) { watched = what; }

__attribute__((destructor)) static void destroy(void)
{
    if (watched && *watched == 1)
        abort();
}

static void at_exit(void)
{
    if (*watched_by_handler == 1)
        abort();
}

void ways_watch_by_handler(int *what)
{
    watched_by_handler = what;
    atexit(at_exit);
}

void ways_call(void (*back)(int *, int), int *to, int value) { back(to, value); }
int ways_harmless(void) { return 7; }
#endif
