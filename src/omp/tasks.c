/* tasks.c - explicit tasks.
 *
 * A task is executed where it is made if it has to be (if, final, a team of one). Otherwise it goes into the team's list, and a thread takes it
 * that waits: at a barrier any that may begin, at taskwait one that its own task has made, at the end of a taskgroup one of the group. Which
 * one is a choice, because OpenMP promises no order; so is, by the scheduler, who takes it.
 */
#include "omp/tasks.h"
#include "omp/parallel.h"

#include <stdlib.h>
#include <string.h>

#include "mazurka.h"

bool has_tasks;

static __thread struct task alone __attribute__((tls_model("initial-exec"))); /* outside of teams */

struct task *tasks_implicit(unsigned size)
{
    return has_tasks ? calloc(size, sizeof(struct task)) : NULL;
}

struct task *tasks_of_member(struct team *team, unsigned number)
{
    return team->implicit ? &team->implicit[number] : NULL;
}

static struct task *current(void)
{
    return me.task ? me.task : &alone;
}

/* ---- the team's list ---------------------------------------------------------------------------------------------------------------------- */

static void append(struct team *team, struct task *task)
{
    *team->last = task;
    team->last = &task->next;
    task->parent->children++;
    if (task->group)
        task->group->unfinished++;
}

static void unlink_task(struct team *team, struct task *task)
{
    struct task **at = &team->tasks;
    while (*at != task)
        at = &(*at)->next;
    *at = task->next;
    if (team->last == &task->next)
        team->last = at;
}

/* Who looks for its siblings must find its parent. */
static void release(struct task *task)
{
    if (task->done && !task->children)
        free(task);
}

static void finish(struct team *team, struct task *task)
{
    unlink_task(team, task);
    task->parent->children--;
    release(task->parent);
    if (task->group)
        task->group->unfinished--;
    pthread_cond_broadcast(&team->changed);
    task->done = true;
    release(task);
}

/* May it begin, as far as the clause depend goes? */
static bool is_free(const struct team *team, const struct task *task)
{
    bool before = true;
    for (const struct task *t = task->depends ? team->tasks : NULL; t; t = t->next) {
        before &= t != task;
        if (t != task && t->parent == task->parent && (before || t->running) && depend_conflict(t, task))
            return false;
    }
    return true;
}

/* ---- executing ------------------------------------------------------------------------------------------------------------------------------ */

static void execute(struct task *task, outlined *function, void *data)
{
    struct task *outer = me.task;
    struct settings kept = me.settings;
    me.task = task;
    me.settings = task->settings;
    function(data);
    me.task = outer;
    me.settings = kept;
}

/* Which tasks a thread may take that waits. */
struct wanted {
    const struct task  *parent; /* NULL: any */
    const struct group *group;  /* NULL: any */
};

static bool may_take(const struct team *team, const struct task *task, const struct wanted *wanted)
{
    return !task->running && (!wanted->parent || task->parent == wanted->parent) && (!wanted->group || task->group == wanted->group)
        && is_free(team, task);
}

static struct task *pick(const struct team *team, const struct wanted *wanted)
{
    int count = 0;
    for (struct task *t = team->tasks; t; t = t->next)
        count += may_take(team, t, wanted);
    int chosen = count > 1 ? mz_choose(count) : 0;
    for (struct task *t = team->tasks; t; t = t->next)
        if (may_take(team, t, wanted) && chosen-- == 0)
            return t;
    return NULL;
}

/* With the team's lock: execute a task, or wait for a change. */
static void go_on(struct team *team, const struct wanted *wanted)
{
    struct task *task = pick(team, wanted);
    if (!task) {
        pthread_cond_wait(&team->changed, &team->lock);
        return;
    }
    task->running = true;
    pthread_mutex_unlock(&team->lock);
    execute(task, task->function, task->data);
    pthread_mutex_lock(&team->lock);
    finish(team, task);
}

bool tasks_barrier(struct team *team)
{
    pthread_mutex_lock(&team->lock);
    bool round = team->round, last = ++team->arrived == team->size;
    while (team->round == round) {
        if (team->arrived == team->size && !team->tasks) {
            team->round = !round;
            team->arrived = 0;
            pthread_cond_broadcast(&team->changed);
        } else
            go_on(team, &(struct wanted){0});
    }
    pthread_mutex_unlock(&team->lock);
    me.task->made = 0;
    return last;
}

/* ---- making ------------------------------------------------------------------------------------------------------------------------------- */

typedef void copier(void *to, void *from);

/* The data of a task that is executed later: a copy. */
struct made {
    outlined *function;
    copier   *copy;
    void     *data;
    long      size, alignment;
    bool      deferred, final;
    void    **depend;
};

static void *aligned(void *at, long alignment)
{
    uintptr_t mask = alignment > 0 ? (uintptr_t)alignment - 1 : 0;
    return (void *)(((uintptr_t)at + mask) & ~mask);
}

static void copy_data(const struct made *made, void *to)
{
    if (made->copy)
        made->copy(to, made->data);
    else
        memcpy(to, made->data, (size_t)made->size);
}

static struct task *task_new(const struct made *made)
{
    unsigned depends = depend_count(made->depend);
    size_t data = sizeof(struct task) + depends * sizeof(struct dependence);
    struct task *task = calloc(1, data + (size_t)made->size + (size_t)made->alignment);
    if (!task)
        abort();
    task->function = made->function;
    task->data = aligned((char *)task + data, made->alignment);
    task->parent = current();
    task->group = current()->inner;
    task->inner = task->group;
    task->settings = *settings();
    task->final = made->final;
    task->depends = depends;
    task->depend = (struct dependence *)(task + 1);
    depend_read(task->depend, made->depend);
    return task;
}

/* Wait until what its clause depend names is done. */
static void wait_for_dependences(const struct task *task)
{
    if (!me.team || !task->depends)
        return;
    pthread_mutex_lock(&me.team->lock);
    while (!is_free(me.team, task))
        go_on(me.team, &(struct wanted){.parent = task->parent});
    pthread_mutex_unlock(&me.team->lock);
}

static void end_now(struct task *task)
{
    if (!me.team || !task->made) {
        free(task);
        return;
    }
    pthread_mutex_lock(&me.team->lock);
    task->done = true;
    release(task);
    pthread_mutex_unlock(&me.team->lock);
}

static void run_now(const struct made *made, struct task *task)
{
    wait_for_dependences(task);
    execute(task, made->function, task->data);
    end_now(task);
}

/* `bounds`: of a taskloop, at the beginning of the data. */
static void make(const struct made *made, const long bounds[2])
{
    struct task *task = task_new(made);
    if (made->deferred || made->copy)
        copy_data(made, task->data);
    else
        task->data = made->data;
    if (bounds)
        memcpy(task->data, bounds, 2 * sizeof(long));
    if (!made->deferred) {
        run_now(made, task);
        return;
    }
    current()->made++;
    pthread_mutex_lock(&me.team->lock);
    append(me.team, task);
    pthread_cond_broadcast(&me.team->changed);
    pthread_mutex_unlock(&me.team->lock);
}

enum { FLAG_FINAL = 1 << 1, FLAG_DEPEND = 1 << 3, FLAG_UP = 1 << 8, FLAG_GRAINSIZE = 1 << 9, FLAG_IF = 1 << 10, FLAG_NOGROUP = 1 << 11,
       FLAG_REDUCTION = 1 << 12, FLAG_DETACH = 1 << 13, FLAG_STRICT = 1 << 14 };

static struct made described(outlined *function, void *data, copier *copy, long size, long alignment, bool later, unsigned flags)
{
    bool final = (flags & FLAG_FINAL) || current()->final;
    if (flags & FLAG_REDUCTION)
        mz_refuse("a task that takes part in a reduction");
    return (struct made){function, copy, data, size, alignment, later && !final && me.team, final, NULL};
}

EXPORT void GOMP_task(outlined *function, void *data, copier *copy, long size, long alignment, bool later, unsigned flags, void **depend,
                      int priority UNUSED, void *detach UNUSED)
{
    if (flags & FLAG_DETACH)
        mz_refuse("a task with the clause detach");
    struct made made = described(function, data, copy, size, alignment, later, flags);
    made.depend = flags & FLAG_DEPEND ? depend : NULL;
    make(&made, NULL);
}

/* ---- waiting ------------------------------------------------------------------------------------------------------------------------------ */

EXPORT void GOMP_taskwait(void)
{
    struct task *task = current();
    if (!me.team || !task->made)
        return;
    pthread_mutex_lock(&me.team->lock);
    while (task->children)
        go_on(me.team, &(struct wanted){.parent = task});
    pthread_mutex_unlock(&me.team->lock);
    task->made = 0;
}

EXPORT void GOMP_taskwait_depend(void **depend)
{
    struct task *task = task_new(&(struct made){.depend = depend});
    wait_for_dependences(task);
    free(task);
}

EXPORT void GOMP_taskyield(void) {}

EXPORT void GOMP_taskgroup_start(void)
{
    struct group *group = me.team ? calloc(1, sizeof *group) : NULL;
    if (!group)
        return;
    group->outer = current()->inner;
    current()->inner = group;
}

EXPORT void GOMP_taskgroup_end(void)
{
    struct group *group = current()->inner;
    if (!me.team || !group)
        return;
    pthread_mutex_lock(&me.team->lock);
    while (group->unfinished)
        go_on(me.team, &(struct wanted){.group = group});
    pthread_mutex_unlock(&me.team->lock);
    current()->inner = group->outer;
    free(group);
}

/* ---- taskloop ----------------------------------------------------------------------------------------------------------------------------- */

/* How many tasks for so many iterations. */
static uint64_t task_count(uint64_t iterations, unsigned long asked, unsigned flags, uint64_t *each)
{
    uint64_t tasks = asked ? asked : team_size();
    *each = 0;
    if (flags & FLAG_GRAINSIZE) {
        tasks = flags & FLAG_STRICT ? (iterations + asked - 1) / asked : iterations / asked;
        *each = flags & FLAG_STRICT ? asked : 0;
    }
    return tasks == 0 ? 1 : tasks < iterations ? tasks : iterations;
}

static void run_taskloop(struct made *made, unsigned flags, unsigned long asked, struct loop loop)
{
    uint64_t each, tasks = task_count(loop.count, asked, flags, &each), from = 0;
    if (!(flags & FLAG_NOGROUP))
        GOMP_taskgroup_start();
    for (uint64_t i = 0; i < tasks && loop.count; i++) {
        uint64_t length = each ? each : loop.count / tasks + (i < loop.count % tasks);
        uint64_t to = from + length < loop.count ? from + length : loop.count;
        long bounds[2] = {(long)(loop.first + from * loop.step), (long)(to == loop.count ? loop.end : loop.first + to * loop.step)};
        make(made, bounds);
        from = to;
    }
    if (!(flags & FLAG_NOGROUP))
        GOMP_taskgroup_end();
}

EXPORT void GOMP_taskloop(outlined *function, void *data, copier *copy, long size, long alignment, unsigned flags, unsigned long asked,
                          int priority UNUSED, long first, long end, long step)
{
    struct made made = described(function, data, copy, size, alignment, flags & FLAG_IF, flags);
    run_taskloop(&made, flags, asked, signed_loop(first, end, step));
}

EXPORT void GOMP_taskloop_ull(outlined *function, void *data, copier *copy, long size, long alignment, unsigned flags, unsigned long asked,
                              int priority UNUSED, unsigned long long first, unsigned long long end, unsigned long long step)
{
    struct made made = described(function, data, copy, size, alignment, flags & FLAG_IF, flags);
    run_taskloop(&made, flags, asked, unsigned_loop(flags & FLAG_UP, first, end, step));
}
