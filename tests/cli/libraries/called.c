/* called.c - two threads write to one variable, by a function without hooks to which the program comes in some WAY. Either of them may
 * be the last. */
#define _GNU_SOURCE
#include "ways.h"

#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__x86_64__)
#define VERSION "GLIBC_2.2.5"
#else
#define VERSION "GLIBC_2.17"
#endif

enum {
    CONSTANT = 1, RETURNED, TABLE, SECOND_LIBRARY, CHOSEN, CHOSEN_POINTER, FOUND_DATA, LOADED, SWAB, FOUND_SWAB, FOUND_SWAB_IN_C,
    FOUND_VERSION, COPY_IN_C, OWN_COPY_IN_C, WRITTEN_CODE, CALLED_BACK, TRUSTED, START, HIDDEN_START, SORTED, DESTRUCTOR, HANDLER
};

static int x;
static putter *put;
static swapper *swap;
static void *(*copy)(void *, const void *, size_t);

/* As a library without hooks would give it: code that is in no module. */
static putter *write_code(void)
{
#if defined(__x86_64__)
    static const unsigned char code[] = {0x89, 0x37, 0xc3}; /* mov %esi, (%rdi); ret */
#else
    static const unsigned code[] = {0xb9000001, 0xd65f03c0}; /* str w1, [x0]; ret */
#endif
    char *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memcpy(memory, code, sizeof code);
    __builtin___clear_cache(memory, memory + sizeof code);
    return (putter *)memory;
}

static void get_ready(void)
{
    switch (WAY) {
    case CONSTANT: put = ways_put; break;
    case RETURNED:
    case START:
    case HIDDEN_START:
    case DESTRUCTOR:
    case HANDLER: put = ways_get(); break;
    case TABLE: put = ways_table()->put; break;
    case SECOND_LIBRARY: put = ways_of_other()->put; break;
    case CHOSEN: put = ways_chosen; break;
    case CHOSEN_POINTER: put = ways_get_chosen(); break;
    case FOUND_DATA: put = *(putter **)dlsym(RTLD_DEFAULT, "ways_put"); break;
    case LOADED: put = *(putter **)dlsym(dlopen("libloaded.so", RTLD_NOW), "ways_put"); break;
    case SWAB: swap = ways_swab(); break;
    case FOUND_SWAB: swap = (swapper *)ways_find("swab"); break;
    case FOUND_SWAB_IN_C: swap = (swapper *)ways_find_in_c("swab"); break;
    case FOUND_VERSION: swap = (swapper *)dlvsym(RTLD_DEFAULT, "swab", VERSION); break;
    case COPY_IN_C: copy = (void *(*)(void *, const void *, size_t))ways_find_in_c("memcpy"); break;
    case OWN_COPY_IN_C: copy = (void *(*)(void *, const void *, size_t))dlsym(dlopen("libc.so.6", RTLD_NOW), "memcpy"); break;
    case WRITTEN_CODE: put = write_code(); break;
    case TRUSTED: put = ways_harmless() == 7 ? ways_put : NULL; break;
    }
}

static void store(int *to, int value)
{
    *to = value;
}

static void set(int value)
{
    if (swap) {
        char bytes[4] = {0, (char)value, 0, 0};
        swap(bytes, &x, sizeof bytes);
    } else if (copy) {
        copy(&x, &value, sizeof value);
    } else if (WAY == CALLED_BACK) {
        ways_call(store, &x, value);
    } else if (WAY == SORTED) {
        int two[] = {value, 0};
        qsort(two, 2, sizeof *two, ways_compare);
        x = ways_compared();
    } else {
        put(&x, value);
    }
}

static void *one(void *unused)
{
    set(1);
    return unused;
}

static void *two(void *unused)
{
    set(2);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    get_ready();
    if (WAY == DESTRUCTOR)
        ways_watch(&x);
    if (WAY == HANDLER)
        ways_watch_by_handler(&x);
    pthread_create(&t, NULL, WAY == START ? ways_start : WAY == HIDDEN_START ? ways_hidden_start : one, &x);
    pthread_create(&u, NULL, two, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(x == 2 || WAY == DESTRUCTOR || WAY == HANDLER);
    return 0;
}
