// expect: verified
// states: 2021
// transitions: 5181
// ends: 5
// An array that is set in part, at a place that follows the value. Numbers: tests/lib/count_states.py.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int x;

static __attribute__((noinline)) void disturb(int value, int round)
{
    (void)round;
    int part[16];
    memset(&part[value & 7], 1, 4 * sizeof part[0]);
    part[0] = part[value & 7];
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
