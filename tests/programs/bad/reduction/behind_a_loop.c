// expect: bug assertion "done"
// options: --all --reduction=sum
// options: --all --reduction=dlspor
// options: --all --reduction=despor
// findings: 1
// The first thread goes round in a circle until the other has written. As printed DL-S-POR and DE-S-POR go round once and are done.
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
