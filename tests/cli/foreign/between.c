/* between.c - what is remembered of memory from call to call of a function without hooks must follow what happens in between: the
 * program writes, by itself or through the C library, and is rewound. A call that writes what was remembered wrongly would go
 * unnoticed, and would not be rewound. Both in memory that is compared and in memory that the kernel watches. */
#include "helper.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 1 << 15, STRIDE = 4096 };
static int few[8], many[MANY];
static int turns;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void turn(void)
{
    pthread_mutex_lock(&lock);
    turns++;
    pthread_mutex_unlock(&lock);
}

/* The last call in each case writes what the call before it had left. */
static void write_between(int *at)
{
    helper_fill(at, 1, 5);
    *at = 6;
    turn();
    helper_fill(at, 1, 5);
    turn();
    assert(*at == 5);
}

static void write_twice(int *at)
{
    *at = 1;
    helper_fill(at + 1, 1, 2);
    *at = 3; /* in the step that has noted it */
    turn();
    helper_fill(at, 1, 1);
    turn();
    assert(*at == 1 && at[1] == 2);
}

static void write_by_c(int *at)
{
    helper_fill(at, 2, 7);
    memset(at, 0, 2 * sizeof *at);
    turn();
    helper_fill(at, 2, 7);
    turn();
    assert(at[0] == 7 && at[1] == 7);
}

static void *worker(void *unused)
{
    int *block = calloc(4, sizeof *block);
    write_between(&few[0]);
    write_twice(&few[2]);
    write_by_c(block);
    free(block);
    block = malloc(MANY * sizeof *block); /* the heap grows, and shrinks in rewinds */
    for (int i = 0; i < MANY; i += STRIDE)
        write_between(&many[i]);
    write_twice(&many[STRIDE / 2]);
    helper_fill(block, MANY, 1); /* many pages */
    write_by_c(&block[MANY / 2]);
    free(block);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    turn();
    helper_fill(&few[6], 1, 9);
    turn();
    pthread_join(thread, NULL);
    assert(few[0] == 5 && few[2] == 1 && few[6] == 9 && many[0] == 5);
    return 0;
}
