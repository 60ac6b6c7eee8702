// expect: bug abort
// stdout: before
// Output that libc would still hold in its buffer at the time of the fault is shown too.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *work(void *unused)
{
    printf("before\n");
    abort(); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
