// expect: verified
// states: 30
// ends: 2
// A large block that main frees while it is alone is cleared later: what it held does not tell the states of the second pair of threads
// apart, and is not in the next block.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 1 << 19 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *block;
static int first;

static void *fill(void *byte)
{
    pthread_mutex_lock(&lock);
    if (block[0] == 0)
        memset(block, (int)(long)byte, SIZE);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *come(void *who)
{
    pthread_mutex_lock(&lock);
    if (first == 0)
        first = (int)(long)who;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void run(void *(*what)(void *))
{
    pthread_t a, b;
    pthread_create(&a, NULL, what, (void *)1L);
    pthread_create(&b, NULL, what, (void *)2L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}

int main(void)
{
    block = calloc(1, SIZE);
    run(fill);
    free(block);
    block = NULL;
    run(come);
    for (int n = 0; n < 4; n++) {
        char *again = calloc(1, SIZE + 4096 * n);
        for (int i = 0; i < SIZE; i += 1000)
            assert(again[i] == 0);
        memset(again, 3, SIZE);
        again = realloc(again, 2 * SIZE);
        memset(again, 4, SIZE);
        free(again);
    }
    return 0;
}
