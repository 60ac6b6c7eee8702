/* wild.c - a crash inside of a library without hooks is the program's. */
#include "helper.h"

#include <pthread.h>

static int *target;

static void *worker(void *argument)
{
    (void)argument;
    target = NULL;
    return NULL;
}

int main(void)
{
    pthread_t a;
    int good[4];
    target = good;
    pthread_create(&a, NULL, worker, NULL);
    helper_fill(target, 4, 1); // BUG HERE
    pthread_join(a, NULL);
    return 0;
}
