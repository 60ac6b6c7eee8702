// expect: verified
// The work-stealing deque of Chase and Lev (2005), small: the owner pushes two and takes, a thief steals.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 4, EMPTY = -1, ABORTED = -2 };
static atomic_int top, bottom, task[SIZE], done[3];

static void push(int value)
{
    int b = atomic_load(&bottom);
    atomic_store(&task[b % SIZE], value);
    atomic_store(&bottom, b + 1);
}

static int take(void)
{
    int b = atomic_load(&bottom) - 1;
    atomic_store(&bottom, b);
    int t = atomic_load(&top);
    if (t > b) {
        atomic_store(&bottom, b + 1);
        return EMPTY;
    }
    int value = atomic_load(&task[b % SIZE]);
    if (t == b) {
        if (!atomic_compare_exchange_strong(&top, &t, t + 1))
            value = EMPTY;
        atomic_store(&bottom, b + 1);
    }
    return value;
}

static int steal(void)
{
    int t = atomic_load(&top), b = atomic_load(&bottom);
    if (t >= b)
        return EMPTY;
    int value = atomic_load(&task[t % SIZE]);
    return atomic_compare_exchange_strong(&top, &t, t + 1) ? value : ABORTED;
}

static void run(int value)
{
    if (value > 0)
        assert(atomic_fetch_add(&done[value], 1) == 0);
}

static void *thief(void *unused)
{
    run(steal());
    run(steal());
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thief, NULL);
    push(1);
    push(2);
    run(take());
    run(take());
    pthread_join(t, NULL);
    assert(done[1] == 1 && done[2] == 1);
    return 0;
}
