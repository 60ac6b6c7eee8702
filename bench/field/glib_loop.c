/* GLib: the main loop, which another thread wakes by a function that it wants to be called there. */
#include <assert.h>
#include <glib.h>

static GMainContext *context;
static int called;

static gboolean call(gpointer unused)
{
    (void)unused;
    called++;
    return G_SOURCE_REMOVE;
}

static gpointer waker(gpointer unused)
{
    g_main_context_invoke(context, call, NULL);
    return unused;
}

int main(void)
{
    context = g_main_context_new();
    assert(g_main_context_acquire(context)); // so that the function is called here and nowhere else
    GThread *thread = g_thread_new("waker", waker, NULL);
    while (!called)
        g_main_context_iteration(context, TRUE);
    assert(called == 1);
    g_thread_join(thread);
    return 0;
}
