// expect: verified
// races: 1
// A semaphore orders the waiter after those who post, not after the one who wrote and did not.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
int data;

static __attribute__((constructor)) void prepare(void) { sem_init(&s, 0, 1); }

static void *first(void *unused)
{
    data = 1; // RACE
    sem_post(&s);
    return unused;
}

static void *second(void *unused)
{
    sem_wait(&s);
    data = 2; // RACE
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
