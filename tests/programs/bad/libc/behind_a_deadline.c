// expect: bug assertion "done"
// options:
// options: -DBUSY
// options: --reduction=none
// options: -DBUSY --reduction=none
// options: --search=bfs
// native: 0
// A loop that waits for the clock ends, and what comes behind it is explored.
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static volatile int done;

static long milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void *worker(void *unused)
{
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    long end = milliseconds() + 100;
    pthread_create(&t, NULL, worker, NULL);
#ifdef BUSY
    while (milliseconds() < end)
        ;
#else
    do
        usleep(1000);
    while (milliseconds() < end);
#endif
    assert(done); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
