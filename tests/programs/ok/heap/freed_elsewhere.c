// expect: verified
// Blocks are allocated by one thread and freed by another, and the memory is used again.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t ready;
static int *box;

static void *consumer(void *unused)
{
    for (int i = 0; i < 3; i++) {
        sem_wait(&ready);
        int *mine = __atomic_exchange_n(&box, NULL, __ATOMIC_SEQ_CST);
        assert(mine && *mine > 0);
        free(mine);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&ready, 0, 0);
    pthread_create(&t, NULL, consumer, NULL);
    for (int i = 0; i < 3; i++) {
        int *block = malloc(sizeof *block), *empty = NULL;
        *block = i + 1;
        while (!__atomic_compare_exchange_n(&box, &empty, block, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            empty = NULL;
        sem_post(&ready);
    }
    pthread_join(t, NULL);
    return 0;
}
