// expect: verified
// options: --race=off
// ends: 3
// Functions are atomic by their names, one by one: between two calls others may run, within one they may not.
#include <assert.h>
#include <pthread.h>

int x, y, between;

static void step(int by)
{
    x += by;
    y += by;
}

void __VERIFIER_atomic_both(int by)
{
    assert(x == y);
    step(by);
    assert(x == y);
}

static void *twice(void *unused)
{
    for (int i = 0; i < 2; i++)
        __VERIFIER_atomic_both(1);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, twice, NULL);
    int seen = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
    pthread_join(a, NULL);
    assert(x == 2 && y == 2);
    between = seen;
    return 0;
}
