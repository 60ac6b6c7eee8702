// expect: verified
// states: 2021
// transitions: 5181
// ends: 5
// Structs with holes, built on the stack and passed on by value and by pointer. Numbers: tests/lib/count_states.py.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

struct holes {
    char  first;
    int   second;
    short third;
    double fourth;
    char  fifth;
};

static __attribute__((noinline)) double sum(struct holes h, const struct holes *p)
{
    return h.first + h.second + p->third + p->fourth + h.fifth;
}

static __attribute__((noinline)) struct holes make(int value)
{
    struct holes h;
    h.first = (char)value;
    h.second = value;
    h.third = 3;
    h.fourth = value / 2.0;
    h.fifth = 0;
    return h;
}

static __attribute__((noinline)) void disturb(int value, int round)
{
    (void)round;
    struct holes h = make(value);
    sum(h, &h);
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
