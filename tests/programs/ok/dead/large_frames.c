// expect: verified
// states: 5739
// transitions: 15081
// ends: 5
// Frames of a quarter of a megabyte, set in part. Numbers: tests/lib/count_states.py.
#include <pthread.h>
#include <stdatomic.h>

enum { COUNT = 1 << 16 };

static atomic_int x;

static __attribute__((noinline)) int keep(int value)
{
    int copies[COUNT];
    copies[COUNT - 5 - value] = value;
    copies[COUNT / 2 + value] = value;
    copies[value] = value;
    return copies[value & 7];
}

static __attribute__((noinline)) void use(void)
{
    volatile int much[COUNT + 100];
    much[4] = 2;
    atomic_thread_fence(memory_order_seq_cst);
    atomic_load(&x); // a step: the frame is in the state
}

static __attribute__((noinline)) void disturb(int value, int round)
{
    (void)round;
    keep(value);
    use();
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
