// expect: bug assertion "LARGEST"
// Shape: SV-COMP, pthread family, fib_bench; the assertion that the largest Fibonacci number is never reached is violated by
// exactly the alternating schedules.
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 3, LARGEST = 21 };
static volatile int i = 1, j = 1;

static void *first(void *unused)
{
    for (int k = 0; k < ROUNDS; k++)
        i += j;
    return unused;
}

static void *second(void *unused)
{
    for (int k = 0; k < ROUNDS; k++)
        j += i;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(i < LARGEST && j < LARGEST); // BUG HERE
    return 0;
}
