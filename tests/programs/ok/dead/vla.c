// expect: verified
// states: 2021
// transitions: 5181
// ends: 5
// Arrays of variable length that are set in part: the second one of a round lies where the first one was, and both where a function
// was called before. Numbers: tests/lib/count_states.py.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static __attribute__((noinline)) int fill(int *array, int count, int value)
{
    for (int i = 0; i < count; i += 2)
        array[i] = value;
    return array[value & 1];
}

static __attribute__((noinline)) void disturb(int value, int round)
{
    for (int again = 2; again > 0; again--) {
        int array[8 * again + round];
        fill(array, 8 * again, value * again);
    }
    int array[12 + round];
    fill(array, 4, round);
    atomic_thread_fence(memory_order_seq_cst);
}

static void *work(void *unused)
{
    for (int round = 0; round < 2; round++) {
        int value = atomic_load(&x);
        int rest[6 + round];
        rest[1] = round;
        disturb(value, round);
        int array[200 + round];
        fill(array, 4, rest[1]);
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
