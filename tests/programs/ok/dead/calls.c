// expect: verified
// states: 2021
// transitions: 5181
// ends: 5
// A function that is called between read and write leaves the value in its frame, where another one finds it.
// Numbers: tests/lib/count_states.py.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static __attribute__((noinline)) int keep(int value)
{
    int copies[8];
    for (int i = 0; i < 8; i++)
        copies[i] = value + i;
    return copies[value & 7];
}

static __attribute__((noinline)) void use(void)
{
    volatile char little[3];
    volatile int much[9];
    little[1] = 1;
    much[4] = 2;
    atomic_thread_fence(memory_order_seq_cst);
}

static __attribute__((noinline)) void disturb(int value, int round)
{
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
