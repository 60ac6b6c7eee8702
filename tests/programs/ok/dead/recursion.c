// expect: verified
// states: 2021
// transitions: 5181
// ends: 5
// Frames of a recursion whose depth follows the value that was read. Numbers: tests/lib/count_states.py.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static __attribute__((noinline)) int down(int depth)
{
    char filler[24];
    filler[depth % 24] = (char)depth;
    return depth == 0 ? filler[0] : down(depth - 1) + filler[depth % 24];
}

static __attribute__((noinline)) void shallow(void)
{
    int never_set[40];
    never_set[3] = 0;
    atomic_thread_fence(memory_order_seq_cst);
    (void)never_set;
}

static __attribute__((noinline)) void disturb(int value, int round)
{
    down(value + 3);
    shallow();
}

static void *work(void *unused)
{
    for (int round = 0; round < 2; round++) {
        int value = atomic_load(&x);
        disturb(value, round);
        atomic_store(&x, value + 1);
    }
    return unused;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
