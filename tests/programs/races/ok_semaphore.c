// expect: verified
// races: 0
// A semaphore as a gate.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int data;

static __attribute__((constructor)) void prepare(void) { sem_init(&s, 0, 0); }

static void *first(void *unused)
{
    data = 1;
    sem_post(&s);
    return unused;
}

static void *second(void *unused)
{
    sem_wait(&s);
    assert(data == 1);
    data = 2;
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
