// expect: bug abort
// A consistency check that aborts.
#include <pthread.h>
#include <stdlib.h>

static int lower, upper = 1;

static void *move_on(void *unused)
{
    lower += 2;
    upper += 2;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, move_on, NULL);
    if (lower > upper)
        abort(); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
