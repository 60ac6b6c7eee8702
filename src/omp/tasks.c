/* tasks.c - explicit tasks.
 *
 * A task is executed where it is made if it has to be (if, final, a team of one). Otherwise it goes into the team's list, and a thread
 * takes it that waits: at a barrier any that may begin, at taskwait one that its own task has made, at the end of a taskgroup one of the
 * group. Which one is a choice, because OpenMP promises no order; so is, by the scheduler, who takes it.
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

/* ---- the team's lock: all that is done with it is one step of a check -------------------------------------------- */

static void enter(struct team *team)
{
    mz_atomic_begin();
    pthread_mutex_lock(&team->lock);
}

static void leave(struct team *team)
{
    pthread_mutex_unlock(&team->lock);
    mz_atomic_end();
}

/* A flag for each thread: one for all could be lowered, and raised by another, before a thread sleeps. */
static void wait_for_change(struct team *team)
{
    unsigned *waits = &team->implicit[me.number].waits;
    *waits = 1;
    leave(team);
    mz_wait_on(waits, 1, sizeof *waits, 0);
    enter(team);
}

static void changed(struct team *team)
{
    for (unsigned i = 0; i < team->size; i++) {
        if (!team->implicit[i].waits)
            continue;
        team->implicit[i].waits = 0;
        mz_wake_up(&team->implicit[i].waits, true);
    }
}

/* ---- memory ---------------------------------------------------------------------------------------------------------
 *
 * A thread gives back the memory of the tasks that it has made behind the next barrier. Until then that of finished ones is zero: where
 * tasks are in memory then depends on who has made them, and not on which of those before them were finished. */

static struct task *allocate(size_t size)
{
    struct task *task = calloc(1, size);
    if (!task)
        abort();
    task->size = size;
    task->older = me.made;
    me.made = task;
    return task;
}

static void wipe(struct task *task)
{
    struct task *older = task->older;
    memset(task, 0, task->size);
    task->older = older;
}

static void give_back(void)
{
    for (struct task *task = me.made, *next; task; task = next) {
        next = task->older;
        free(task);
    }
    me.made = NULL;
}

/* ---- the team's list --------------------------------------------------------------------------------------------- */

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
        wipe(task);
}

static void finish(struct team *team, struct task *task)
{
    unlink_task(team, task);
    task->parent->children--;
    release(task->parent);
    if (task->group)
        task->group->unfinished--;
    changed(team);
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

/* ---- executing --------------------------------------------------------------------------------------------------- */

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

/* Tasks that a waiting thread may take. */
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
        wait_for_change(team);
        return;
    }
    task->running = true;
    leave(team);
    execute(task, task->function, task->data);
    enter(team);
    finish(team, task);
}

bool tasks_barrier(struct team *team)
{
    enter(team);
    bool round = team->round, last = ++team->arrived == team->size;
    while (team->round == round) {
        if (team->arrived == team->size && !team->tasks) {
            team->round = !round;
            team->arrived = 0;
            changed(team);
        } else
            go_on(team, &(struct wanted){0});
    }
    leave(team);
    me.task->made = 0;
    give_back();
    return last;
}

/* ---- making ------------------------------------------------------------------------------------------------------ */

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

static struct task *task_new(const struct made *made)
{
    unsigned depends = depend_count(made->depend);
    size_t data = sizeof(struct task) + depends * sizeof(struct dependence);
    struct task *task = allocate(data + (size_t)made->size + (size_t)made->alignment);
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

/* Wait until what its clause depend names is done. From then on it is in the team's list, where those that it excludes find it. */
static void begin_listed(struct team *team, struct task *task)
{
    enter(team);
    while (!is_free(team, task))
        go_on(team, &(struct wanted){.parent = task->parent});
    task->running = true;
    append(team, task);
    leave(team);
}

static void end_listed(struct team *team, struct task *task)
{
    enter(team);
    finish(team, task);
    leave(team);
}

static void end_now(struct task *task)
{
    if (!me.team) {
        me.made = task->older;
        free(task);
    } else if (!task->made) {
        wipe(task);
    } else {
        enter(me.team);
        task->done = true;
        release(task);
        leave(me.team);
    }
}

static void run_now(const struct made *made, struct task *task)
{
    struct team *team = task->depends ? me.team : NULL;
    if (team)
        begin_listed(team, task);
    if (made->function)
        execute(task, made->function, task->data);
    if (team)
        end_listed(team, task);
    else
        end_now(task);
}

static void fill(const struct made *made, struct task *task, const long bounds[2])
{
    if (made->copy)
        made->copy(task->data, made->data);
    else if (made->deferred)
        memcpy(task->data, made->data, (size_t)made->size);
    else
        task->data = made->data;
    if (bounds)
        memcpy(task->data, bounds, 2 * sizeof(long));
}

/* One step, unless data are copied by a function of the program. `bounds`: of a taskloop, at the beginning of the data. */
static void make_later(const struct made *made, const long bounds[2])
{
    struct team *team = me.team;
    mz_shares_work();
    current()->made++;
    enter(team);
    struct task *task = task_new(made);
    if (made->copy) {
        leave(team);
        fill(made, task, bounds);
        enter(team);
    } else
        fill(made, task, bounds);
    append(team, task);
    changed(team);
    leave(team);
}

static void make(const struct made *made, const long bounds[2])
{
    if (made->deferred) {
        make_later(made, bounds);
        return;
    }
    struct task *task = task_new(made);
    fill(made, task, bounds);
    run_now(made, task);
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

/* ---- waiting ----------------------------------------------------------------------------------------------------- */

EXPORT void GOMP_taskwait(void)
{
    struct task *task = current();
    if (!me.team || !task->made)
        return;
    enter(me.team);
    while (task->children)
        go_on(me.team, &(struct wanted){.parent = task});
    leave(me.team);
    task->made = 0;
}

EXPORT void GOMP_taskwait_depend(void **depend)
{
    struct made nothing = {.depend = depend};
    run_now(&nothing, task_new(&nothing));
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
    enter(me.team);
    while (group->unfinished)
        go_on(me.team, &(struct wanted){.group = group});
    leave(me.team);
    current()->inner = group->outer;
    free(group);
}

/* ---- taskloop ---------------------------------------------------------------------------------------------------- */

/* Number of tasks for so many iterations. */
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
