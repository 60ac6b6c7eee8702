// expect: verified
// states: 2021
// transitions: 5181
// ends: 5
// Blocks of the heap that are filled, freed and taken again. Numbers: tests/lib/count_states.py.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int x;

static __attribute__((noinline)) void disturb(int value, int round)
{
    (void)round;
    char *block = malloc((size_t)(16 + value));
    memset(block, value, (size_t)(16 + value));
    free(block);
    int *other = malloc(sizeof *other);
    *other = 0;
    free(other);
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
