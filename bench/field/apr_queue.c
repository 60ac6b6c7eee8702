/* apr-util: an apr_queue of one place between a producer and a consumer, which is terminated when all is through. */
#include <assert.h>

#include <apr_general.h>
#include <apr_queue.h>
#include <apr_thread_proc.h>

static apr_queue_t *queue;
static int got;

static void *APR_THREAD_FUNC consume(apr_thread_t *thread, void *unused)
{
    void *value;
    (void)unused;
    while (apr_queue_pop(queue, &value) == APR_SUCCESS)
        got += *(int *)value;
    apr_thread_exit(thread, APR_SUCCESS);
    return NULL;
}

int main(void)
{
    static int values[] = {1, 2};
    apr_pool_t *memory;
    apr_thread_t *thread;
    apr_status_t status;
    apr_initialize();
    apr_pool_create(&memory, NULL);
    assert(apr_queue_create(&queue, 1, memory) == APR_SUCCESS);
    assert(apr_thread_create(&thread, NULL, consume, NULL, memory) == APR_SUCCESS);
    for (int i = 0; i < 2; i++)
        assert(apr_queue_push(queue, &values[i]) == APR_SUCCESS);
    while (apr_queue_size(queue) > 0)
        apr_thread_yield();
    apr_queue_term(queue);
    assert(apr_thread_join(&status, thread) == APR_SUCCESS && status == APR_SUCCESS);
    assert(got == 3);
    return 0;
}
