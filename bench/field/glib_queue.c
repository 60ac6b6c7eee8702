/* GLib: a GAsyncQueue between a producer of ITEMS items and a consumer. */
#include <assert.h>
#include <glib.h>

#ifndef ITEMS
#define ITEMS 2
#endif

static gpointer produce(gpointer queue)
{
    for (int i = 1; i <= ITEMS; i++)
        g_async_queue_push(queue, GINT_TO_POINTER(i));
    return NULL;
}

int main(void)
{
    GAsyncQueue *queue = g_async_queue_new();
    GThread *thread = g_thread_new("producer", produce, queue);
    for (int i = 1; i <= ITEMS; i++)
        assert(GPOINTER_TO_INT(g_async_queue_pop(queue)) == i);
    assert(g_async_queue_try_pop(queue) == NULL);
    g_thread_join(thread);
    g_async_queue_unref(queue);
    return 0;
}
