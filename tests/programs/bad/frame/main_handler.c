// expect: bug memory "read of 4 bytes in the frame of a returned function (of thread 0)"
// An exit handler takes the place of main's frame, and is there for as long as it waits.
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

static void at_end(void)
{
    volatile char room[4096];
    for (unsigned i = 0; i < sizeof room; i++)
        room[i] = 7;
    sched_yield();
}

static void *work(void *argument)
{
    sched_yield();
    (void)*(volatile int *)argument; // BUG HERE
    return NULL;
}

int main(void)
{
    int value = 5;
    pthread_t t;
    atexit(at_end);
    pthread_create(&t, NULL, work, &value);
    return 0;
}
