/* bounded_buffer.c - PAIRS producers and as many consumers of ROUNDS values each, one mutex, two condition variables, one cell. */
#include <assert.h>
#include <pthread.h>

#ifndef PAIRS
#define PAIRS 2
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int full, taken;

static void *produce(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        while (full)
            pthread_cond_wait(&emptied, &lock);
        full = 1;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *consume(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        while (!full)
            pthread_cond_wait(&filled, &lock);
        full = 0;
        taken++;
        pthread_cond_signal(&emptied);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t t[2 * PAIRS];
    for (int i = 0; i < 2 * PAIRS; i++)
        pthread_create(&t[i], NULL, i % 2 ? consume : produce, NULL);
    for (int i = 0; i < 2 * PAIRS; i++)
        pthread_join(t[i], NULL);
    assert(taken == PAIRS * ROUNDS && !full);
    return 0;
}
