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
// The same with sections that all begin before anything is known of the others.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>

static int x, y, z;

static void *write_both(void *unused)
{
    x = 2;
    z = 1;
    mz_atomic_begin();
    mz_assume(y == 1);
    mz_atomic_end();
    return unused;
}

static void *read_both(void *unused)
{
    mz_assume(x == 0);
    mz_assume(z == 0);
    assert(x != 2); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, write_both, NULL);
    pthread_create(&b, NULL, read_both, NULL);
    mz_atomic_begin();
    mz_atomic_end();
    mz_atomic_begin();
    mz_assume(x == 0);
    mz_atomic_end();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
