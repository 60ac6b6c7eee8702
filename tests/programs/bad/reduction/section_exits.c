// expect: bug assertion "x != 2"
// options: --all --race=off --reduction=none
// options: --all --race=off --reduction=sum
// options: --all --race=off --reduction=sum-sleep
// options: --all --race=off --reduction=dlspor
// options: --all --race=off --reduction=dljpf
// options: --all --race=off --reduction=despor
// options: --all --race=off --reduction=dejpf
// options: --all --race=off --reduction=dpor
// options: --all --race=off --reduction=source-dpor
// options: --all --race=off --reduction=optimal-dpor
// options: --all --race=off --reduction=dpor-stateful
// findings: 1
// slow
// The process ends inside an atomic section, and main returns while others run.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdlib.h>

static int x, y;

static void *one(void *unused)
{
    mz_atomic_begin();
    mz_atomic_end();
    x = y + 1;
    return unused;
}

static void *two(void *unused)
{
    y = 1;
    assert(x != 2); // BUG HERE
    mz_atomic_begin();
    if (y == 1)
        exit(0);
    mz_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    return 0;
}
