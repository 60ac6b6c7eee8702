// expect: verified
// states: 2021
// transitions: 5181
// ends: 5
// Three threads, two increments each, and nothing in between: what is left of old values must not count.
// Numbers: tests/lib/count_states.py.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *work(void *unused)
{
    for (int round = 0; round < 2; round++) {
        int value = atomic_load(&x);
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
