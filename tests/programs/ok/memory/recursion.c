// expect: verified
// Every call has a pointer to its caller's variable.
#include <assert.h>
#include <pthread.h>

static __attribute__((noinline)) int sum(const volatile int *above, int n)
{
    volatile int mine = *above + n;
    return n == 0 ? mine : sum(&mine, n - 1);
}

static void *work(void *unused)
{
    volatile int start = 0;
    assert(sum(&start, 20) == 210);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
