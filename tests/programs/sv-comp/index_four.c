// expect: bug assertion "fourth"
// An index that is only checked for being small enough: the largest that passes is none of the values which every program gets.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

enum { SIZE = 5 };

static int taken[SIZE];
static int turns;

static void *work(void *unused)
{
    __atomic_store_n(&turns, 1, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t t;
    unsigned at = __VERIFIER_nondet_uint();
    if (at >= SIZE)
        return 0;
    taken[at] = 1;
    pthread_create(&t, NULL, work, NULL);
    int fourth = !taken[SIZE - 1] || __atomic_load_n(&turns, __ATOMIC_SEQ_CST) == 0;
    assert(fourth);
    pthread_join(t, NULL);
    return 0;
}
