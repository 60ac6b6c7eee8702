// expect: bug assertion "first == second"
// A generator of the program's own has the factor of the process, which another thread sets.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *unused)
{
    unsigned short all[7] = {1, 2, 3, 4, 5, 6, 7};
    lcong48(all); // RACE
    return unused;
}

int main(void)
{
    unsigned short x[3] = {1, 2, 3}, y[3] = {1, 2, 3};
    pthread_t t;
    long first = nrand48(x);
    pthread_create(&t, NULL, work, NULL);
    long second = nrand48(y); // RACE
    pthread_join(t, NULL);
    assert(first == second); // BUG HERE
    return 0;
}
