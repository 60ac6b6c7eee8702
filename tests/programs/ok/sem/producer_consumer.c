// expect: verified
// Two slots, one producer, one consumer: the items arrive in order and none is overwritten.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

enum { SLOTS = 2, ITEMS = 3 };
static sem_t empty, full;
static int buffer[SLOTS];

static void *producer(void *unused)
{
    for (int i = 0; i < ITEMS; i++) {
        sem_wait(&empty);
        buffer[i % SLOTS] = i + 1;
        sem_post(&full);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&empty, 0, SLOTS);
    sem_init(&full, 0, 0);
    pthread_create(&t, NULL, producer, NULL);
    for (int i = 0; i < ITEMS; i++) {
        sem_wait(&full);
        assert(buffer[i % SLOTS] == i + 1);
        sem_post(&empty);
    }
    pthread_join(t, NULL);
    int left = -1;
    assert(sem_getvalue(&empty, &left) == 0 && left == SLOTS);
    assert(sem_destroy(&empty) == 0 && sem_destroy(&full) == 0);
    return 0;
}
