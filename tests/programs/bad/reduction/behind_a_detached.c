// expect: bug assertion "done"
// options: --all --reduction=sum
// options: --all --reduction=dlspor
// options: --all --reduction=despor
// findings: 1
// Nobody waits for the other thread. It may always end before the first one writes: what it has read counts all the same.
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
    pthread_detach(t);
    while (!ready)
        ;
    done = 1;
    pthread_exit(NULL);
}
