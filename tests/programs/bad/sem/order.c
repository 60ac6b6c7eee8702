// expect: bug deadlock
// The producer takes the mutex before it waits for an empty slot: the consumer cannot get in to make one.
#include <pthread.h>
#include <semaphore.h>

static sem_t mutex, empty, full;
static int stored;

static void *producer(void *unused)
{
    for (int i = 0; i < 2; i++) {
        sem_wait(&mutex);
        sem_wait(&empty);
        stored++;
        sem_post(&full);
        sem_post(&mutex);
    }
    return unused;
}

static void *consumer(void *unused)
{
    for (int i = 0; i < 2; i++) {
        sem_wait(&full);
        sem_wait(&mutex);
        stored--;
        sem_post(&mutex);
        sem_post(&empty);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&mutex, 0, 1);
    sem_init(&empty, 0, 1);
    sem_init(&full, 0, 0);
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
