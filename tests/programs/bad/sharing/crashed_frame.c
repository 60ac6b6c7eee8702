// expect: bug crash
// options: --all
// findings: 1
// A thread crashes while another one uses variables in its frame: nothing may be cleared there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int *_Atomic lent;

static __attribute__((noinline)) int lend(volatile int *nowhere)
{
    int values[24];
    for (int i = 0; i < 24; i++)
        values[i] = i + 1;
    atomic_store(&lent, values);
    return *nowhere + values[3]; // BUG HERE
}

static void *borrow(void *unused)
{
    int *values = atomic_load(&lent);
    if (values)
        for (int i = 0; i < 24; i++)
            assert(values[i] == i + 1);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, borrow, NULL);
    return lend(NULL);
}
