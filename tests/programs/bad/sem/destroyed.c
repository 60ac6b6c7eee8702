// expect: bug misuse
// The waiter destroys the semaphore as soon as it has its token; the poster may still be on its way with a second one.
#include <pthread.h>
#include <semaphore.h>

static sem_t done;

static void *work(void *unused)
{
    sem_post(&done);
    sem_post(&done); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&done, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    sem_wait(&done);
    sem_destroy(&done);
    pthread_join(t, NULL);
    return 0;
}
