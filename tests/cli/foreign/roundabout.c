/* roundabout.c - a function of a library without hooks, called as the last act through a pointer that the library gave. */
#include "helper.h"

#include <assert.h>
#include <pthread.h>

static int sum;

#ifdef UNSEEN
__attribute__((no_sanitize("thread")))
#endif
__attribute__((noinline)) static void add(const struct helper_operations *operations, int *to)
{
    operations->add(to, 1);
}

static void *worker(void *argument)
{
    for (int i = 0; i < 2; i++)
        add(helper_operations(), argument);
    return NULL;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, worker, &sum);
    worker(&sum);
    pthread_join(a, NULL);
    assert(sum == 4);
    return 0;
}
