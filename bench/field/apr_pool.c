/* APR and apr-util: an apr_thread_pool of one or two threads does TASKS tasks. */
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
    while (apr_thread_pool_tasks_run_count(pool) < TASKS)
        usleep(1);
    assert(apr_thread_pool_destroy(pool) == APR_SUCCESS);
    assert(apr_atomic_read32(&done) == TASKS);
    return 0;
}
