// expect: verified
// options: --reduction=sum
// ends: 6
// A barrier for two, and three threads: it matters who comes first. Whoever is left waits until the process ends; which two have gone
// through is there at the end, when the second of them has ended or not.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int through;
static sem_t done;

static void *work(void *bit)
{
    pthread_barrier_wait(&barrier);
    atomic_fetch_add(&through, (int)(long)bit);
    sem_post(&done);
    return NULL;
}

int main(void)
{
    pthread_t t;
    sem_init(&done, 0, 0);
    pthread_barrier_init(&barrier, NULL, 2);
    for (long bit = 1; bit <= 4; bit *= 2)
        pthread_create(&t, NULL, work, (void *)bit);
    sem_wait(&done);
    sem_wait(&done);
    return 0;
}
