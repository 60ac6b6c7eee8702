// expect: verified
// options: --race=off
// Functions that are atomic by their names, called where the stack pointer has moved within the caller, and by the runtime itself.
#include <alloca.h>
#include <assert.h>
#include <pthread.h>

int x, y;

void __VERIFIER_atomic_both(int *result)
{
    assert(x == y);
    x++;
    y++;
    *result = x;
}

void *__VERIFIER_atomic_start(void *unused)
{
    assert(x == y);
    x++;
    y++;
    return unused;
}

static void *run(void *unused)
{
    volatile unsigned words = 24;
    int *result = alloca(words * sizeof *result);
    __VERIFIER_atomic_both(result);
    assert(*result >= 1 && *result <= 3);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, __VERIFIER_atomic_start, NULL);
    run(NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 3 && y == 3);
    return 0;
}
