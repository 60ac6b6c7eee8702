// expect: verified
// options: --race=error
// options: --race=error --reduction=none
// options: --race=error --race-rule=clocks
// Main has left, and the last thread to end ends the process: the handler comes after all threads, although nobody has joined them.
#include <pthread.h>
#include <stdlib.h>

static int mine, main_s;

static void *work(void *unused)
{
    mine++;
    return unused;
}

static void sum(void)
{
    if (mine + main_s != 2)
        abort();
}

int main(void)
{
    pthread_t t;
    atexit(sum);
    pthread_create(&t, NULL, work, NULL);
    pthread_detach(t);
    main_s = 1;
    pthread_exit(NULL);
}
