/* A planner and an executive that drive each other by events, a diagnosis that repairs the plan, and groups of tasks beside them.
 *
 * An event is a counter that wraps around. Whoever has seen its present value waits for the next one. The bug: the counter is compared
 * without its lock, and the wait behind it looks at nothing any more. A signal between the two wakes nobody, and planner, executive and
 * diagnosis wait for each other for ever. The tasks go on meanwhile. */
#include <assert.h>
#include <stdbool.h>
#include "../include/monitor.h"
#include "../include/start.h"

#ifndef GROUPS
#define GROUPS 1
#endif
#ifndef ITERATIONS
#define ITERATIONS 3 /* the loops of the original have no end */
#endif
#ifndef WRAP
#define WRAP 2
#endif
#ifndef TOKENS
#define TOKENS 5
#endif

enum { GROUP_TASKS = 2 };

struct event {
    struct monitor monitor;
    int            count;
    bool           closed; /* nobody will signal it any more */
};

struct plan {
    struct monitor monitor;
    int            timeline[TOKENS];
    int            current;
};

struct shared {
    struct monitor monitor;
    int            x;
};

static struct event plan_event, exec_event;
static struct plan plan = {.current = TOKENS};
static struct shared shared[GROUPS + 1]; /* there may be no group */

/* --- events --------------------------------------------------------------------------------------------------------------- */

static void signal_event(struct event *e)
{
    monitor_enter(&e->monitor);
    e->count = (e->count + 1) % WRAP;
    monitor_notify_all(&e->monitor);
    monitor_exit(&e->monitor);
}

static void close_event(struct event *e)
{
    monitor_enter(&e->monitor);
    e->closed = true;
    monitor_notify_all(&e->monitor);
    monitor_exit(&e->monitor);
}

#ifdef FIXED

static int first_seen(struct event *e)
{
    (void)e;
    return 0;
}

/* Until the event is another one than the one seen last, which it becomes. False: there will be no further one. */
static bool next_event(struct event *e, int *seen)
{
    monitor_enter(&e->monitor);
    while (e->count == *seen && !e->closed)
        monitor_wait(&e->monitor);
    bool news = e->count != *seen;
    *seen = e->count;
    monitor_exit(&e->monitor);
    return news;
}

static bool any_event(struct event *e, int *seen) { return next_event(e, seen); }

#else

static int first_seen(struct event *e) { return e->count; }

static bool any_event(struct event *e, int *seen)
{
    (void)seen;
    monitor_enter(&e->monitor);
    bool open = !e->closed;
    if (open)
        monitor_wait(&e->monitor);
    monitor_exit(&e->monitor);
    return open;
}

static bool next_event(struct event *e, int *seen)
{
    bool news = e->count != *seen || any_event(e, seen);
    *seen = e->count;
    return news;
}

#endif

/* --- the plan ------------------------------------------------------------------------------------------------------------- */

static void generate(struct plan *p)
{
    monitor_enter(&p->monitor);
    for (int i = 0; i < TOKENS; i++)
        p->timeline[i] = 10 + i;
    p->current = 0;
    monitor_exit(&p->monitor);
}

static bool is_done(struct plan *p)
{
    monitor_enter(&p->monitor);
    bool done = p->current == TOKENS;
    monitor_exit(&p->monitor);
    return done;
}

static void execute_token(struct plan *p)
{
    monitor_enter(&p->monitor);
    assert(p->timeline[p->current] == 10 + p->current);
    p->current++;
    monitor_exit(&p->monitor);
}

static void repair(struct plan *p)
{
    monitor_enter(&p->monitor);
    p->current = 0;
    monitor_exit(&p->monitor);
}

/* --- threads -------------------------------------------------------------------------------------------------------------- */

static void *planner(void *unused)
{
    thread_starts();
    int seen = first_seen(&plan_event);
    for (int i = 0; i < ITERATIONS && next_event(&plan_event, &seen); i++) {
        generate(&plan);
        signal_event(&exec_event);
    }
    close_event(&exec_event);
    return unused;
}

static void *executive(void *unused)
{
    thread_starts();
    int seen = first_seen(&exec_event);
    for (int i = 0; i < ITERATIONS; i++) {
        signal_event(&plan_event);
        next_event(&exec_event, &seen);
        while (!is_done(&plan))
            execute_token(&plan);
    }
    close_event(&plan_event);
    return unused;
}

static void *diagnosis(void *unused)
{
    thread_starts();
    int seen = first_seen(&exec_event);
    for (int i = 0; i < ITERATIONS && any_event(&exec_event, &seen); i++)
        repair(&plan);
    return unused;
}

static void *task(void *group)
{
    struct shared *s = group;
    thread_starts();
    for (int i = 0; i < ITERATIONS; i++) {
        monitor_enter(&s->monitor);
        s->x = 0;
        monitor_exit(&s->monitor);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread[3 + GROUPS * GROUP_TASKS];
    int threads = 0;
    monitor_init(&plan_event.monitor);
    monitor_init(&exec_event.monitor);
    monitor_init(&plan.monitor);
    pthread_create(&thread[threads++], NULL, planner, NULL);
    pthread_create(&thread[threads++], NULL, executive, NULL);
    pthread_create(&thread[threads++], NULL, diagnosis, NULL);
    for (int i = 0; i < GROUPS; i++) {
        monitor_init(&shared[i].monitor);
        for (int j = 0; j < GROUP_TASKS; j++)
            pthread_create(&thread[threads++], NULL, task, &shared[i]);
    }
    while (threads > 0)
        pthread_join(thread[--threads], NULL);
    return 0;
}
