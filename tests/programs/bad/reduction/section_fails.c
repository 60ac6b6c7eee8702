// expect: bug assertion
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
// findings: 2
// slow
// An assertion fails inside an atomic section, another one outside: neither hides the other.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>

static int x;

static void *inside(void *unused)
{
    mz_atomic_begin();
    assert(x == 1); // BUG HERE
    mz_atomic_end();
    return unused;
}

static void *outside(void *unused)
{
    x = 1;
    assert(x == 0); // OR HERE
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, inside, NULL);
    pthread_create(&b, NULL, outside, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
