/* GLib: an exclusive GThreadPool of one thread does JOBS jobs, and is freed behind them. */
#include <assert.h>
#include <glib.h>

#ifndef JOBS
#define JOBS 2
#endif

static gint done;

static void job(gpointer value, gpointer sum)
{
    *(int *)sum += GPOINTER_TO_INT(value);
    g_atomic_int_inc(&done);
}

int main(void)
{
    int sum = 0;
    GThreadPool *pool = g_thread_pool_new(job, &sum, 1, TRUE, NULL);
    assert(pool);
    for (int i = 1; i <= JOBS; i++)
        assert(g_thread_pool_push(pool, GINT_TO_POINTER(i), NULL));
    g_thread_pool_free(pool, FALSE, TRUE);
    assert(done == JOBS && sum == JOBS * (JOBS + 1) / 2);
    return 0;
}
