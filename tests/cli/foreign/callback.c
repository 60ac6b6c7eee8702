/* callback.c - visible operations in a function that a library without hooks calls, its frames on the stack and its lock held. */
#include "helper.h"

#include <assert.h>
#include <pthread.h>

static int sum, calls;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int count(int x)
{
#ifdef LOCK
    pthread_mutex_lock(&lock);
#endif
    int now = calls;
    calls = now + 1;
#ifdef LOCK
    pthread_mutex_unlock(&lock);
#endif
    return x;
}

static void *worker(void *argument)
{
    (void)argument;
#ifdef HELPER_LOCK
    helper_locked_add(&sum, 2, count);
#else
    helper_apply(count, 1);
#endif
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
#ifdef HELPER_LOCK
    assert(sum == 4);
#endif
    assert(calls == 2);
    return 0;
}
