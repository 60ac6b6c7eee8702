// expect: verified
// races: 1
// only: -O0
// Waiting on a plain variable, which optimizers would turn into an endless loop.
#include <pthread.h>

static int ready;

static void *waiter(void *unused)
{
    while (!ready) // RACE
        ;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    ready = 1; // RACE
    pthread_join(t, NULL);
    return 0;
}
