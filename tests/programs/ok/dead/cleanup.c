// expect: verified
// states: 2021
// transitions: 5181
// ends: 5
// Functions with exception tables: every call may go on in a handler, which reads some of the variables. Numbers:
// tests/lib/count_states.py.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static _Thread_local int done;

static void finish(int *value) { done = *value & 0; }

static __attribute__((noinline)) int twice(int value)
{
    __attribute__((cleanup(finish))) int copy = value;
    copy *= 2;
    return copy;
}

static __attribute__((noinline)) void disturb(int value, int round)
{
    __attribute__((cleanup(finish))) int first = twice(value);
    int more = twice(first) + round;
    __attribute__((cleanup(finish))) int second = twice(more);
    atomic_thread_fence(memory_order_seq_cst);
}

static void *work(void *unused)
{
    for (int round = 0; round < 2; round++) {
        int value = atomic_load(&x);
        disturb(value, round);
        twice(value + round);
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
