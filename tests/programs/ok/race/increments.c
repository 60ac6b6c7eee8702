// expect: verified
// races: 3
// ends: 3
// only: -O0
// Two threads, two plain increments each: the end is 2, 3 or 4, and nothing else.
#include <assert.h>
#include <pthread.h>

static int counter;

static void *work(void *unused)
{
    counter++; // RACE
    counter++; // RACE
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter >= 2 && counter <= 4);
    return 0;
}
