// expect: bug assertion "b == 0"
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
// The path is given up inside an atomic function: what the other thread would have done is seen in no state after that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int condition);

static atomic_int lock, b;

void __VERIFIER_atomic_acquire(void)
{
    __VERIFIER_assume(lock == 0);
    lock = 1;
}

static void *other(void *unused)
{
    b = 1;
    __VERIFIER_atomic_acquire();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    __VERIFIER_atomic_acquire();
    assert(b == 0); // BUG HERE
    return 0;
}
