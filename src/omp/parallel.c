/* parallel.c - parallel regions: threads that wait for the next region, teams of them, and barriers.
 *
 * Threads stay from one region to the next, because threadprivate variables do. Each has a semaphore, by which it is told to begin; a
 * region ends with a barrier, after which no thread but the one that began the region looks at the team.
 */
#include "omp/parallel.h"

#include <stdlib.h>
#include <string.h>

__thread struct member me;

/* What a thread begins a region with. No function: it ends. */
struct start {
    outlined     *function;
    void         *data;
    struct member member;
};

struct worker {
    pthread_t    thread;
    sem_t        go;
    struct start start;
};

/* The threads and teams of those regions that one thread begins; in such a region it begins others with those of `inner`. */
struct pool {
    struct pool    *inner;
    unsigned        workers, teams;
    struct worker **worker;
    struct team   **team; /* by size */
};

static __thread struct pool *pool __attribute__((tls_model("initial-exec"))); /* of the next region */
static pthread_key_t pool_key; /* for pools of threads that end */

/* ---- threads ----------------------------------------------------------------------------------------------------- */

static void *openmp_worker(void *data) /* reports know it by its name */
{
    struct worker *worker = data;
    for (;;) {
        struct start start = worker->start;
        if (!start.function)
            return NULL;
        me = start.member;
        start.function(start.data);
        team_wait(me.team);
        me = (struct member){0};
        sem_wait(&worker->go);
    }
}

static void *must(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

static void worker_new(struct pool *p, const struct start *start)
{
    struct worker *worker = must(calloc(1, sizeof *worker));
    sem_init(&worker->go, 0, 0);
    worker->start = *start;
    p->worker = must(realloc(p->worker, (p->workers + 1) * sizeof(struct worker *)));
    p->worker[p->workers++] = worker;
    if (pthread_create(&worker->thread, NULL, openmp_worker, worker) != 0)
        mz_refuse("a team for which there are not enough threads");
}

static void worker_go(struct worker *worker, const struct start *start)
{
    worker->start = *start;
    sem_post(&worker->go);
}

/* ---- teams ------------------------------------------------------------------------------------------------------- */

/* Not before the first team: until then the program may load libraries. */
static void look_for_tasks(void)
{
    if (!has_tasks && (mz_program_takes("GOMP_task") || mz_program_takes("GOMP_taskloop") || mz_program_takes("GOMP_taskloop_ull")))
        has_tasks = true;
}

static struct team *team_new(unsigned size)
{
    look_for_tasks();
    struct team *team = must(calloc(1, sizeof *team));
    team->size = size;
    team->last = &team->tasks;
    team->implicit = tasks_implicit(size);
    pthread_barrier_init(&team->barrier, NULL, size);
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->changed, NULL);
    return team;
}

static void team_free(struct team *team)
{
    if (!team)
        return;
    pthread_barrier_destroy(&team->barrier);
    pthread_mutex_destroy(&team->lock);
    pthread_cond_destroy(&team->changed);
    free(team->implicit);
    free(team);
}

static struct team *team_of(struct pool *p, unsigned size)
{
    if (size >= p->teams) {
        p->team = must(realloc(p->team, (size + 1) * sizeof(struct team *)));
        memset(p->team + p->teams, 0, (size + 1 - p->teams) * sizeof(struct team *));
        p->teams = size + 1;
    }
    if (!p->team[size])
        p->team[size] = team_new(size);
    return p->team[size];
}

/* ---- pools ------------------------------------------------------------------------------------------------------- */

static void pool_end(void *data)
{
    struct pool *p = data;
    for (unsigned i = 0; i < p->workers; i++)
        worker_go(p->worker[i], &(struct start){0});
    for (unsigned i = 0; i < p->workers; i++) {
        pthread_join(p->worker[i]->thread, NULL);
        sem_destroy(&p->worker[i]->go);
        free(p->worker[i]);
    }
    for (unsigned size = 0; size < p->teams; size++)
        team_free(p->team[size]);
    if (p->inner)
        pool_end(p->inner);
    free(p->worker);
    free(p->team);
    free(p);
}

static struct pool *own_pool(void)
{
    if (!pool) {
        pool = must(calloc(1, sizeof *pool));
        if (!pthread_getspecific(pool_key))
            pthread_setspecific(pool_key, pool);
    }
    return pool;
}

__attribute__((constructor)) static void prepare(void)
{
    pthread_key_create(&pool_key, pool_end);
    settings_read(&initial_settings);
}

/* ---- barriers ---------------------------------------------------------------------------------------------------- */

bool team_wait(struct team *team)
{
    if (has_tasks)
        return tasks_barrier(team);
    return pthread_barrier_wait(&team->barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
}

static void clear_shares(struct team *team, unsigned phase, unsigned used)
{
    if (used)
        memset(team->share[phase], 0, used * sizeof(struct share));
}

/* Constructs behind the barrier have the other half of the shares, which was cleared behind the last barrier: everybody had left it. */
void team_barrier(void)
{
    if (!me.team)
        return;
    bool serial = team_wait(me.team);
    if (serial)
        clear_shares(me.team, me.phase, me.used);
    me.phase = !me.phase;
    me.used = 0;
}

EXPORT void GOMP_barrier(void)
{
    team_barrier();
}

EXPORT bool GOMP_barrier_cancel(void)
{
    team_barrier();
    return false;
}

/* ---- regions ----------------------------------------------------------------------------------------------------- */

static unsigned size_of_next(unsigned asked)
{
    const struct settings *s = settings();
    if (me.active >= s->max_active_levels)
        return 1;
    if (!asked && !s->chosen)
        mz_default_team();
    return asked ? asked : s->threads;
}

static struct member first_member(const struct member *outer, unsigned size, const struct loop *loop, bool shares)
{
    struct member m = {.size = size, .level = outer->level + 1, .active = outer->active + (size > 1), .outer = outer};
    m.settings = *settings();
    settings_inside(&m.settings, m.level);
    if (loop)
        m.loop = *loop;
    m.used = shares;
    return m;
}

static void run_alone(outlined *function, void *data, const struct member *first)
{
    me = *first;
    me.share = &me.alone;
    function(data);
}

static void run_together(outlined *function, void *data, struct member first)
{
    struct pool *p = own_pool();
    struct team *team = team_of(p, first.size);
    first.team = team;
    first.share = team->share[0];
    for (unsigned i = 1; i < first.size; i++) {
        struct start start = {.function = function, .data = data, .member = first};
        start.member.number = i;
        start.member.task = tasks_of_member(team, i);
        if (i > p->workers)
            worker_new(p, &start);
        else
            worker_go(p->worker[i - 1], &start);
    }
    me = first;
    me.task = tasks_of_member(team, 0);
    pool = p->inner;
    function(data);
    team_wait(team);
    clear_shares(team, me.phase, me.used);
    p->inner = pool;
    pool = p;
}

void team_run(outlined *function, void *data, unsigned threads, const struct loop *loop, bool sections)
{
    struct member outer = me, first = first_member(&outer, size_of_next(threads), loop, loop || sections);
    if (first.size == 1)
        run_alone(function, data, &first);
    else
        run_together(function, data, first);
    me = outer;
}

EXPORT void GOMP_parallel(outlined *function, void *data, unsigned threads, unsigned flags UNUSED)
{
    team_run(function, data, threads, NULL, false);
}
