/* trusted.c - a function that changes nothing. */
#include "helper.h"

#include <assert.h>
#include <pthread.h>

static void *worker(void *argument)
{
    assert(helper_scale(*(double *)argument, 2) == 2 * *(double *)argument);
    return NULL;
}

int main(void)
{
    static double numbers[] = {1, 2};
    pthread_t a;
    pthread_create(&a, NULL, worker, &numbers[0]);
    worker(&numbers[1]);
    pthread_join(a, NULL);
    return 0;
}
