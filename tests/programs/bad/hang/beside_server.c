// expect: bug livelock "threads 0 1 go round for ever"
// options:
// options: --reduction=none
// native: endless
// A thread waits in a loop for an answer that nobody gives, beside one that is meant to run for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int beat;
atomic_int answer; // not static: the compiler would see that nobody sets it

static void *server(void *unused)
{
    for (;;)
        beat ^= 1; // OR HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, server, NULL);
    while (!answer) // BUG HERE
        ;
    return 0;
}
