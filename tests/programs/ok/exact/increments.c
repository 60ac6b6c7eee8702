// expect: verified
// races: 1
// states: 196
// transitions: 471
// ends: 3
// Three threads, one plain increment each: read, write. Numbers: tests/lib/count_states.py.
#include <pthread.h>

static int counter;

static void *work(void *unused)
{
    counter++; // RACE
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
