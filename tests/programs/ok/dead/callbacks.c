// expect: verified
// states: 2021
// transitions: 5181
// ends: 5
// Functions called through pointers and from a library. Numbers: tests/lib/count_states.py.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static __attribute__((noinline)) int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static __attribute__((noinline)) int twice(int a) { return 2 * a; }
static __attribute__((noinline)) int thrice(int a) { return 3 * a; }

static __attribute__((noinline)) void disturb(int value, int round)
{
    int numbers[5] = {value, 3, 1, twice(value), 2};
    int (*functions[])(int) = {twice, thrice};
    qsort(numbers, 5, sizeof numbers[0], compare);
    numbers[0] = functions[round](value);
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
