// expect: verified
// states: 2021
// transitions: 5181
// ends: 5
// Strings that are built and cut up on the stack. Numbers: tests/lib/count_states.py.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static atomic_int x;

static __attribute__((noinline)) void disturb(int value, int round)
{
    (void)round;
    char text[64], *rest = NULL;
    sprintf(text, "%d,%d,%s", value, value * 7, value & 1 ? "odd" : "even");
    for (char *word = strtok_r(text, ",", &rest); word; word = strtok_r(NULL, ",", &rest))
        value += strlen(word) > 60;
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
