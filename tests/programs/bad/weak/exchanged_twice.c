// expect: bug deadlock
// options: --memory-model=c11 --race=off
// Two exchanges write the same, and look alike to whoever reads: a replay has to take them for one, as the search did.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int a, never, q;

static void *exchange(void *unused)
{
    while (atomic_exchange(&q, 1) != 1)
        ;
    return unused;
}

static void *wait_for_both(void *unused)
{
    int seen;
    a = 1;
    do
        seen = a;
    while (never < 2 || seen != q);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    int expected;
    pthread_create(&t, NULL, exchange, NULL);
    pthread_create(&u, NULL, wait_for_both, NULL);
    if (q >= 2 && a == 1)
        while (q != 1)
            sched_yield();
    do
        expected = 1;
    while (!atomic_compare_exchange_strong(&a, &expected, 0));
    pthread_join(t, NULL);
    return pthread_join(u, NULL);
}
