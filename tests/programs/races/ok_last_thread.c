// expect: verified
// races: 0
// options: --race-rule=graph
// options: --race-rule=hb
// options: --race-rule=clocks
// The last thread to end runs what atexit was given, after all that others have done.
#include <pthread.h>
#include <stdlib.h>

static int data;

static void at_the_end(void) { data++; }

static void *worker(void *unused)
{
    data = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    atexit(at_the_end);
    pthread_create(&t, NULL, worker, NULL);
    pthread_detach(t);
    pthread_exit(NULL);
}
