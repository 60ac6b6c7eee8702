// expect: verified
// states: 2021
// transitions: 5181
// ends: 5
// Floating-point temporaries, kept across a call. Numbers: tests/lib/count_states.py.
#include <pthread.h>
#include <stdatomic.h>
#include <math.h>

static atomic_int x;

static double half(double a)
{
    atomic_thread_fence(memory_order_seq_cst);
    return a / 2;
}

static void *work(void *unused)
{
    for (int round = 0; round < 2; round++) {
        int value = atomic_load(&x);
        double a = value * 1.5, b = half(a) + half(a + 1), c = half(b * a);
        value = (int)(value + 0 * c);
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
