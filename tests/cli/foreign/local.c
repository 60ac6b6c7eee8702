/* local.c - with -DLIBRARY a library with hooks, which gives thread-local variables to a function without. Where they lie is asked of a
 * function that leaves registers alone: arguments may be there already. */
int fill(int n, int value);

#if defined(LIBRARY)
#include "helper.h"

static __thread int own[4];
__thread int others[4];

int fill(int n, int value)
{
    helper_fill(own, n, value);
    helper_fill(others, n, value);
    return own[n - 1] + others[n - 1];
}
#else
#include <assert.h>
#include <pthread.h>

static void *worker(void *unused)
{
    assert(fill(2, 5) == 10);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    worker(NULL);
    pthread_join(thread, NULL);
    return 0;
}
#endif
