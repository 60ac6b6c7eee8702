// expect: bug assertion "x != 2"
// options: --race=error --all
// races: 1
// The state in which both threads are about to write is reached by one step alone. What comes of it is found all the same.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int x;
static sem_t go;

static void *second(void *unused)
{
    sem_wait(&go);
    x = 2; // RACE
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&go, 0, 0);
    pthread_create(&t, NULL, second, NULL);
    sem_post(&go);
    x = 1; // RACE
    pthread_join(t, NULL);
    assert(x != 2); // BUG HERE
    return 0;
}
