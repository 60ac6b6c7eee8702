/* APR and apr-util: an apr_thread_pool of one thread does TASKS tasks. With -DOWN_COUNT the task itself says that it is done, in place of
 * apr_thread_pool_tasks_run_count; behind the pool its memory is destroyed. */
#include <assert.h>
#include <unistd.h>

#include <apr_atomic.h>
#include <apr_general.h>
#include <apr_thread_pool.h>

#ifndef TASKS
#define TASKS 1
#endif

static apr_uint32_t done;

static void *APR_THREAD_FUNC task(apr_thread_t *thread, void *unused)
{
    (void)thread, (void)unused;
    apr_atomic_inc32(&done);
    return NULL;
}

int main(void)
{
    apr_pool_t *memory;
    apr_thread_pool_t *pool;
    apr_initialize();
    apr_pool_create(&memory, NULL);
    assert(apr_thread_pool_create(&pool, 1, 1, memory) == APR_SUCCESS);
    for (int i = 0; i < TASKS; i++)
        assert(apr_thread_pool_push(pool, task, NULL, 0, NULL) == APR_SUCCESS);
#ifdef OWN_COUNT
    while (apr_atomic_read32(&done) < TASKS)
        usleep(1);
#else
    while (apr_thread_pool_tasks_run_count(pool) < TASKS)
        usleep(1);
#endif
    assert(apr_thread_pool_destroy(pool) == APR_SUCCESS);
    assert(apr_atomic_read32(&done) == TASKS);
    apr_pool_destroy(memory);
    return 0;
}
