/* A library lets a thread of its own run what it is given, and has atomics of its own for that: what one thread has done before it gives
 * the task, and the task before the other goes on, is ordered. The relaxed updates order nothing. */
#include "helper.h"

#include <assert.h>
#include <pthread.h>

static int x, calls;

static void work(void)
{
    __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
    x++;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, helper_serve, 0);
    x = 1;
    __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
    helper_post(work);
#ifdef RACE
    x = 1;
#endif
    helper_await();
    assert(x > 0);
    pthread_join(t, 0);
    return 0;
}
