/* GLib: two threads initialize one thing, by g_once and by g_once_init_enter: it is made once, and all see it made. */
#include <assert.h>
#include <glib.h>

static int made, entered, value;

static gpointer make(gpointer unused)
{
    (void)unused;
    made++;
    value = 7;
    return &value;
}

static gpointer run(gpointer unused)
{
    static GOnce once = G_ONCE_INIT;
    static gsize ready;
    (void)unused;
    assert(*(int *)g_once(&once, make, NULL) == 7);
    if (g_once_init_enter(&ready)) {
        entered++;
        g_once_init_leave(&ready, 42);
    }
    assert(ready == 42);
    return NULL;
}

int main(void)
{
    GThread *thread = g_thread_new("other", run, NULL);
    run(NULL);
    g_thread_join(thread);
    assert(made == 1 && entered == 1);
    return 0;
}
