// expect: bug assertion "done"
// options: --all --reduction=despor
// findings: 1
// The first thread goes round in a circle until the other has written. As printed the algorithm goes round once and is done.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, done;

static void *get_ready(void *unused)
{
    ready = 1;
    assert(!done); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, get_ready, NULL);
    while (!ready)
        ;
    done = 1;
    pthread_join(t, NULL);
    return 0;
}
