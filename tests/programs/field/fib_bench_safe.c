// expect: verified
// races: 1
// slow
// Shape: SV-COMP, pthread family, fib_bench (by default 5 rounds; here 3): two threads add each other's variable to their
// own, and the largest value that either can reach is a Fibonacci number. Known verdict for `> fib`: safe.
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 3, LARGEST = 21 }; // fib(2 * ROUNDS + 2)
static volatile int i = 1, j = 1;

static void *first(void *unused)
{
    for (int k = 0; k < ROUNDS; k++)
        i += j; // RACE
    return unused;
}

static void *second(void *unused)
{
    for (int k = 0; k < ROUNDS; k++)
        j += i; // RACE
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(i <= LARGEST && j <= LARGEST);
    return 0;
}
