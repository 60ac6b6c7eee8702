// expect: bug assertion "inside == 1"
// A semaphore meant to exclude starts with two tokens.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t mutex;
static int inside;

static void *work(void *unused)
{
    sem_wait(&mutex);
    inside++;
    assert(inside == 1); // BUG HERE
    inside--;
    sem_post(&mutex);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&mutex, 0, 2);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
