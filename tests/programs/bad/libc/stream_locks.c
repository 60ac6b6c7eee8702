// expect: bug deadlock
// flockfile is a lock like any other: taken in different orders, two of them deadlock.
#include <pthread.h>
#include <stdio.h>

static void *one(void *unused)
{
    flockfile(stdout);
    flockfile(stderr);
    funlockfile(stderr);
    funlockfile(stdout);
    return unused;
}

static void *other(void *unused)
{
    flockfile(stderr);
    flockfile(stdout);
    funlockfile(stdout);
    funlockfile(stderr);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, one, NULL);
    other(NULL);
    pthread_join(t, NULL);
    return 0;
}
