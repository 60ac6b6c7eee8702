// expect: verified
// races: 1
// main returns while a thread still runs, and the thread may call exit itself: the process just ends.
#include <pthread.h>
#include <stdlib.h>

static int steps;

static void *work(void *unused)
{
    for (int i = 0; i < 3; i++) steps++; // RACE
    exit(0);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    return steps > 3; // RACE
}
