/* large.c - a function without hooks writes here and there in memory that is too large to be compared at every call. */
#include "helper.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { MANY = 1 << 17 };
static int table[MANY], *block;
static int turns;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void turn(void)
{
    pthread_mutex_lock(&lock);
    turns++;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *argument)
{
    int id = *(int *)argument;
    for (int i = 0; i < 2; i++) {
        helper_fill(&table[id * 5000 + i], 3, id);
        helper_fill(&block[MANY / 2 + id * 5000], 2000, id);
        turn();
        assert(table[id * 5000 + i + 2] == id && block[MANY / 2 + id * 5000 + 1999] == id);
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int one = 1, two = 2;
    block = malloc(MANY * sizeof *block);
    for (int i = 0; i < MANY; i += 100)
        block[i] = table[i] = i;
    pthread_create(&a, NULL, worker, &one);
    pthread_create(&b, NULL, worker, &two);
    turn();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(table[5001] == 1 && table[10001] == 2 && table[100] == 100 && block[MANY / 2 + 5000] == 1);
    free(block);
    return 0;
}
