/* Replicated workers: a pool of work items that workers take from and add to, here for the area below a curve. An interval that is too
 * wide is split into two new items; one that is not has its area as result.
 *
 * A worker that waits for work counts as blocked; when all are, and there is no work, the computation is over. Main and workers meet at
 * a barrier before and after it. The bug: take counts its worker as blocked, and looks at the pool for the first time, before it has the
 * coordinator's lock. Two updates of the count may overlap; and main may see all workers blocked when one of them is about to find
 * work, and ends the computation too early. */
#include <assert.h>
#include <stdbool.h>
#include "../include/monitor.h"
#include "../include/start.h"

#ifndef WORKERS
#define WORKERS 5
#endif
#ifndef ITEMS
#define ITEMS 2 /* that a worker takes at a time, if there are as many */
#endif
#ifndef EPSILON
#define EPSILON 5 /* per cent: 5 makes 1, 2 and then 4 items of the interval, 25 makes 1 and then 2, 100 leaves it */
#endif

enum { POOL = 8 };

struct item {
    double start, end;
};

struct items {
    int         size;
    struct item item[POOL];
};

struct coordinator {
    struct monitor monitor;
    int            blocked_takers;
    struct items   pool;
    bool           done;
};

struct barrier {
    struct monitor monitor;
    int            counter[2];
    bool           open[2];
};

struct semaphore {
    struct monitor monitor;
    int            permits;
};

static struct coordinator coordinator = {.done = true};
static struct barrier barrier;
static struct semaphore result_lock = {.permits = 1};
static bool stop;
static double total;

/* --- the barrier: all arrive, then all leave -------------------------------------------------------------------------------- */

static void barrier_phase(struct barrier *b, int phase)
{
    b->open[phase] = false;
    b->counter[phase]++;
    while (b->counter[phase] < WORKERS + 1 && !b->open[phase])
        monitor_wait(&b->monitor);
    if (b->open[phase])
        return;
    b->open[phase] = true;
    b->counter[phase] = 0;
    monitor_notify_all(&b->monitor);
}

static void barrier_await(struct barrier *b)
{
    monitor_enter(&b->monitor);
    barrier_phase(b, 0);
    barrier_phase(b, 1);
    monitor_exit(&b->monitor);
}

/* --- the semaphore ---------------------------------------------------------------------------------------------------------- */

static void semaphore_await(struct semaphore *s)
{
    monitor_enter(&s->monitor);
    s->permits--;
    if (s->permits < 0)
        monitor_wait(&s->monitor);
    monitor_exit(&s->monitor);
}

static void semaphore_signal(struct semaphore *s)
{
    monitor_enter(&s->monitor);
    s->permits++;
    if (s->permits <= 0)
        monitor_notify(&s->monitor);
    monitor_exit(&s->monitor);
}

/* --- the coordinator -------------------------------------------------------------------------------------------------------- */

static void push(struct items *to, struct item item)
{
    assert(to->size < POOL);
    to->item[to->size++] = item;
}

static struct item shift(struct items *from)
{
    struct item first = from->item[0];
    from->size--;
    for (int i = 0; i < from->size; i++)
        from->item[i] = from->item[i + 1];
    from->item[from->size] = (struct item){0, 0};
    return first;
}

static bool nothing_to_take(const struct coordinator *c) { return c->pool.size == 0 && !c->done; }

static void taker_change(struct coordinator *c)
{
    monitor_enter(&c->monitor);
    if (c->blocked_takers == WORKERS)
        monitor_notify_all(&c->monitor);
    monitor_exit(&c->monitor);
}

static void about_to_block(struct coordinator *c)
{
    c->blocked_takers++;
    if (nothing_to_take(c))
        taker_change(c);
}

/* Up to ITEMS items; none: the computation is over. */
static struct items take(struct coordinator *c)
{
    struct items taken = {0};
#ifdef FIXED
    monitor_enter(&c->monitor);
    about_to_block(c);
#else
    about_to_block(c);
    monitor_enter(&c->monitor);
#endif
    while (nothing_to_take(c))
        monitor_wait(&c->monitor);
    while (!c->done && taken.size < ITEMS && c->pool.size > 0)
        push(&taken, shift(&c->pool));
    c->blocked_takers--;
    taker_change(c);
    monitor_exit(&c->monitor);
    return taken;
}

static void add(struct coordinator *c, const struct items *items)
{
    monitor_enter(&c->monitor);
    for (int i = 0; i < items->size; i++)
        push(&c->pool, items->item[i]);
    monitor_notify_all(&c->monitor);
    monitor_exit(&c->monitor);
}

/* Until all workers are blocked, which are then let go. */
static void await_termination(struct coordinator *c)
{
    monitor_enter(&c->monitor);
    while (c->blocked_takers != WORKERS)
        monitor_wait(&c->monitor);
    c->done = true;
    monitor_notify_all(&c->monitor);
    monitor_exit(&c->monitor);
}

/* --- the work --------------------------------------------------------------------------------------------------------------- */

static double curve(double x) { return x * x - x; }

static bool is_narrow(struct item i) { return (i.end - i.start) * (i.end - i.start) / 160 * 100 < EPSILON; }

static double middle(struct item i) { return (i.start + i.end) / 2; }

static double area(struct item i)
{
    double quarter = (i.end - i.start) / 4;
    return (curve(i.start + quarter) + curve(i.end - quarter)) * 2 * quarter;
}

static double whole_area(struct item i) /* by one thread, for comparison */
{
    if (is_narrow(i))
        return area(i);
    return whole_area((struct item){i.start, middle(i)}) + whole_area((struct item){middle(i), i.end});
}

static void work_on(struct items *taken)
{
    struct items further = {0};
    double results = 0;
    for (int i = 0; i < taken->size; i++) {
        struct item item = taken->item[i];
        if (is_narrow(item)) {
            results += area(item);
        } else {
            push(&further, (struct item){item.start, middle(item)});
            push(&further, (struct item){middle(item), item.end});
        }
    }
    if (results != 0) {
        semaphore_await(&result_lock);
        total += results;
        semaphore_signal(&result_lock);
    }
    if (further.size > 0)
        add(&coordinator, &further);
}

static void *worker(void *unused)
{
    thread_starts();
    for (;;) {
        barrier_await(&barrier);
        if (stop)
            return unused;
        for (struct items taken = take(&coordinator); taken.size > 0; taken = take(&coordinator))
            work_on(&taken);
        barrier_await(&barrier);
    }
}

int main(void)
{
    pthread_t thread[WORKERS];
    struct items all = {1, {{0, 10}}};
    monitor_init(&coordinator.monitor);
    monitor_init(&barrier.monitor);
    monitor_init(&result_lock.monitor);
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&thread[i], NULL, worker, NULL);

    add(&coordinator, &all);
    coordinator.done = false;
    barrier_await(&barrier);
    await_termination(&coordinator);
    barrier_await(&barrier);
    assert(total == whole_area(all.item[0])); /* BUG: over too early */

    stop = true;
    barrier_await(&barrier);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
