// expect: verified
// states: 2021
// transitions: 5181
// ends: 5
// A jump table, and locals of which every case uses others. Numbers: tests/lib/count_states.py.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static __attribute__((noinline)) int select_by(int value, int round)
{
    switch (value) {
    case 0: { int a = round + 1, b = a * 3; return a + b; }
    case 1: { char c = (char)round; return c * 7; }
    case 2: { long d = value * 5, e = d - round; return (int)(d ^ e); }
    case 3: { short f = (short)(value + 4); return f; }
    case 4: { double g = value / 3.0; return (int)g; }
    case 5: { int h[3] = {value, round, 9}; return h[round]; }
    default: return value;
    }
}

static __attribute__((noinline)) void disturb(int value, int round)
{
    select_by(value, round);
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
