// expect: bug deadlock
// options: --race=off --reduction=none
// options: --race=off --reduction=spor
// options: --race=off --reduction=sum
// options: --race=off --reduction=sum-sleep
// options: --race=off --reduction=dlspor
// options: --race=off --reduction=despor
// options: --race=off --reduction=sum --leaks
// Two threads may wait for each other in a circle when the process ends, which two others do, while another one goes round for ever: there
// is always somebody who can move.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int round_and_round;

static void *forth(void *unused)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}

static void *back(void *unused)
{
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return unused;
}

static void *turn(void *unused)
{
    for (;;)
        round_and_round ^= 1;
    return unused;
}

static void *quit(void *unused)
{
    exit(0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, forth, NULL);
    pthread_create(&thread, NULL, back, NULL);
#ifndef NOBODY_TURNS
    pthread_create(&thread, NULL, turn, NULL);
#endif
    pthread_create(&thread, NULL, quit, NULL);
    return round_and_round < 0;
}
