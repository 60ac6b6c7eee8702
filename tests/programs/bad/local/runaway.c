// expect: bug runaway
// options: --hang=50ms
// A thread computes for ever on its own and never reaches an operation that anybody could see.
#include <pthread.h>

static unsigned next(unsigned x)
{
    __asm__ volatile("" : "+r"(x)); // keeps the compiler from seeing that the loop has no effect
    return (x * 1103515245u + 12345u) | 1;
}

static void *work(void *unused)
{
    for (unsigned x = 1; x != 0;)
        x = next(x);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
