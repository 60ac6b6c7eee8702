// expect: bug assertion "0"
// Two threads add each other's number to their own, twice: the largest outcome is a Fibonacci number. In the shape of fib_bench.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
void reach_error(void) { assert(0); } // BUG HERE

enum { ROUNDS = 2 };
int i = 1, j = 1;

static void *add_to_i(void *unused)
{
    for (int k = 0; k < ROUNDS; k++) {
        __VERIFIER_atomic_begin();
        i += j;
        __VERIFIER_atomic_end();
    }
    return unused;
}

static void *add_to_j(void *unused)
{
    for (int k = 0; k < ROUNDS; k++) {
        __VERIFIER_atomic_begin();
        j += i;
        __VERIFIER_atomic_end();
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, add_to_i, NULL);
    pthread_create(&b, NULL, add_to_j, NULL);
    __VERIFIER_atomic_begin();
    int too_large = i >= 8 || j >= 8;
    __VERIFIER_atomic_end();
    if (too_large)
        reach_error();
    return 0;
}
