// expect: verified
// states: 2021
// transitions: 5181
// ends: 5
// What snprintf leaves below the stack pointer, and an array that takes it up. Numbers: tests/lib/count_states.py.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int x;

static __attribute__((noinline)) void print(int value)
{
    char text[40];
    snprintf(text, sizeof text, "%d is what was read", value * 1000003);
}

static __attribute__((noinline)) void take_up(void)
{
    char never_set[200];
    never_set[100] = 'x';
    atomic_thread_fence(memory_order_seq_cst);
    (void)never_set;
}

static __attribute__((noinline)) void disturb(int value, int round)
{
    (void)round;
    print(value);
    take_up();
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
