/* loops.c - loops whose iterations the library gives out, and ordered regions.
 *
 * Chunks have numbers, in the order of their iterations. Which iterations chunk number k has does not depend on who took the others, for
 * guided schedules either; so to take one is one atomic addition. Static chunks are not even taken: thread i has number i, i + size, ...
 *
 * ordered: a chunk may enter its ordered regions when all chunks before it have left theirs: when there were as many as it has iterations,
 * or else when its thread asks for the next chunk.
 */
#include "omp/team.h"

/* ---- chunks ------------------------------------------------------------------------------------------------------ */

struct range {
    uint64_t from, to; /* numbers of iterations */
};

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* One block a thread: the first ones may have one iteration more. */
static struct range block(const struct loop *loop, uint64_t number, uint64_t size)
{
    uint64_t each = loop->count / size, more = loop->count % size;
    if (number >= size)
        return (struct range){loop->count, loop->count};
    uint64_t from = number * each + least(number, more);
    return (struct range){from, from + each + (number < more)};
}

/* Each chunk is a share of what is left. */
static struct range guided(const struct loop *loop, uint64_t number, uint64_t size)
{
    uint64_t from = 0;
    for (;;) {
        uint64_t left = loop->count - from, length = (left + size - 1) / size;
        length = least(left, length > loop->chunk ? length : loop->chunk);
        if (number-- == 0 || !left)
            return (struct range){from, from + length};
        from += length;
    }
}

static struct range chunk(const struct loop *loop, uint64_t number)
{
    if (loop->schedule == SCHEDULE_GUIDED)
        return guided(loop, number, team_size());
    if (!loop->chunk)
        return block(loop, number, team_size());
    uint64_t from = number > loop->count / loop->chunk ? loop->count : number * loop->chunk;
    return (struct range){from, from + least(loop->chunk, loop->count - from)};
}

/* ---- ordered ----------------------------------------------------------------------------------------------------- */

static void wait_for_turn(void)
{
    if (!me.team)
        return;
    pthread_mutex_lock(&me.team->lock);
    while (me.share->turn != me.chunk)
        pthread_cond_wait(&me.team->changed, &me.team->lock);
    pthread_mutex_unlock(&me.team->lock);
}

static void pass_turn(void)
{
    me.holds = false;
    if (!me.team)
        return;
    pthread_mutex_lock(&me.team->lock);
    me.share->turn++;
    pthread_cond_broadcast(&me.team->changed);
    pthread_mutex_unlock(&me.team->lock);
}

static void leave_chunk(void)
{
    if (!me.loop.ordered || !me.holds)
        return;
    wait_for_turn();
    pass_turn();
}

EXPORT void GOMP_ordered_start(void)
{
    if (me.holds && me.passed == 0)
        wait_for_turn();
}

EXPORT void GOMP_ordered_end(void)
{
    if (me.holds && ++me.passed == me.length)
        pass_turn();
}

/* ---- taking chunks ----------------------------------------------------------------------------------------------- */

static bool loop_next(uint64_t *from, uint64_t *to)
{
    leave_chunk();
    const struct loop *loop = &me.loop;
    if (loop->schedule != SCHEDULE_STATIC && team_size() > 1)
        mz_shares_work();
    uint64_t number = loop->schedule == SCHEDULE_STATIC ? me.turns++ * team_size() + me.number
                                                        : __atomic_fetch_add(&me.share->taken, 1, __ATOMIC_SEQ_CST);
    struct range range = chunk(loop, number);
    me.chunk = number;
    me.length = range.to - range.from;
    me.passed = 0;
    me.holds = me.length != 0;
    *from = loop->first + range.from * loop->step;
    *to = range.to == loop->count ? loop->end : loop->first + range.to * loop->step;
    return me.length != 0;
}

static void loop_begin(const struct loop *loop)
{
    me.loop = *loop;
    me.turns = 0;
    me.holds = false;
    share_begin();
}

/* ---- how compilers say it ---------------------------------------------------------------------------------------- */

static enum schedule plain(unsigned long schedule)
{
    unsigned kind = schedule & 0x7;
    return kind == SCHEDULE_DYNAMIC || kind == SCHEDULE_GUIDED ? kind : SCHEDULE_STATIC;
}

static struct loop with_schedule(struct loop loop, enum schedule schedule, uint64_t size, bool ordered)
{
    loop.schedule = schedule;
    loop.chunk = size || schedule == SCHEDULE_STATIC ? size : 1;
    loop.ordered = ordered;
    return loop;
}

static struct loop with_runtime(struct loop loop, bool ordered)
{
    const struct settings *s = settings();
    return with_schedule(loop, plain(s->schedule), s->chunk, ordered);
}

struct loop signed_loop(long first, long end, long step)
{
    bool none = step > 0 ? first >= end : first <= end;
    uint64_t distance = step > 0 ? (uint64_t)end - (uint64_t)first : (uint64_t)first - (uint64_t)end;
    uint64_t stride = step > 0 ? (uint64_t)step : -(uint64_t)step;
    return (struct loop){(uint64_t)first, (uint64_t)end, (uint64_t)step, none ? 0 : (distance - 1) / stride + 1, 0, 0, false};
}

typedef unsigned long long ull;

struct loop unsigned_loop(bool up, ull first, ull end, ull step)
{
    bool none = up ? first >= end : first <= end;
    uint64_t distance = up ? end - first : first - end, stride = up ? step : -step;
    return (struct loop){first, end, step, none ? 0 : (distance - 1) / stride + 1, 0, 0, false};
}

static bool next_signed(long *from, long *to)
{
    return loop_next((uint64_t *)from, (uint64_t *)to);
}

static bool next_unsigned(ull *from, ull *to)
{
    uint64_t first, end;
    bool some = loop_next(&first, &end);
    *from = first;
    *to = end;
    return some;
}

#define NEXT(name)                                                                                                     \
    EXPORT bool GOMP_loop_##name##_next(long *from, long *to) { return next_signed(from, to); }                        \
    EXPORT bool GOMP_loop_ull_##name##_next(ull *from, ull *to) { return next_unsigned(from, to); }

/* A schedule that is in the name, and how large its chunks are. */
#define LOOP(name, schedule, ordered)                                                                                  \
    EXPORT bool GOMP_loop_##name##_start(long first, long end, long step, long size, long *from, long *to)             \
    {                                                                                                                  \
        struct loop loop = with_schedule(signed_loop(first, end, step), schedule, (uint64_t)size, ordered);            \
        loop_begin(&loop);                                                                                             \
        return next_signed(from, to);                                                                                  \
    }                                                                                                                  \
    EXPORT bool GOMP_loop_ull_##name##_start(bool up, ull first, ull end, ull step, ull size, ull *from, ull *to)      \
    {                                                                                                                  \
        struct loop loop = with_schedule(unsigned_loop(up, first, end, step), schedule, size, ordered);                \
        loop_begin(&loop);                                                                                             \
        return next_unsigned(from, to);                                                                                \
    }                                                                                                                  \
    NEXT(name)

/* One that omp_set_schedule() or OMP_SCHEDULE says. */
#define LOOP_RUNTIME(name, ordered)                                                                                    \
    EXPORT bool GOMP_loop_##name##_start(long first, long end, long step, long *from, long *to)                        \
    {                                                                                                                  \
        struct loop loop = with_runtime(signed_loop(first, end, step), ordered);                                       \
        loop_begin(&loop);                                                                                             \
        return next_signed(from, to);                                                                                  \
    }                                                                                                                  \
    EXPORT bool GOMP_loop_ull_##name##_start(bool up, ull first, ull end, ull step, ull *from, ull *to)                \
    {                                                                                                                  \
        struct loop loop = with_runtime(unsigned_loop(up, first, end, step), ordered);                                 \
        loop_begin(&loop);                                                                                             \
        return next_unsigned(from, to);                                                                                \
    }                                                                                                                  \
    NEXT(name)

LOOP(static, SCHEDULE_STATIC, false)
LOOP(dynamic, SCHEDULE_DYNAMIC, false)
LOOP(guided, SCHEDULE_GUIDED, false)
LOOP(nonmonotonic_dynamic, SCHEDULE_DYNAMIC, false)
LOOP(nonmonotonic_guided, SCHEDULE_GUIDED, false)
LOOP(ordered_static, SCHEDULE_STATIC, true)
LOOP(ordered_dynamic, SCHEDULE_DYNAMIC, true)
LOOP(ordered_guided, SCHEDULE_GUIDED, true)
LOOP_RUNTIME(runtime, false)
LOOP_RUNTIME(nonmonotonic_runtime, false)
LOOP_RUNTIME(maybe_nonmonotonic_runtime, false)
LOOP_RUNTIME(ordered_runtime, true)

/* A schedule that is an argument: 0 is that of omp_set_schedule(). */
static struct loop with_any(struct loop loop, long schedule, uint64_t size, bool ordered, uintptr_t *reductions, void **memory)
{
    if (reductions || memory)
        mz_refuse("a reduction over tasks, an inclusive or exclusive scan, or lastprivate(conditional), of a loop");
    return (schedule & 0x7) == 0 ? with_runtime(loop, ordered) : with_schedule(loop, plain((unsigned long)schedule), size, ordered);
}

#define LOOP_ANY(name, ordered)                                                                                        \
    EXPORT bool GOMP_loop_##name(long first, long end, long step, long schedule, long size, long *from, long *to,      \
                                 uintptr_t *reductions, void **memory)                                                 \
    {                                                                                                                  \
        struct loop loop = with_any(signed_loop(first, end, step), schedule, (uint64_t)size, ordered, reductions, memory); \
        loop_begin(&loop);                                                                                             \
        return from ? next_signed(from, to) : true;                                                                    \
    }                                                                                                                  \
    EXPORT bool GOMP_loop_ull_##name(bool up, ull first, ull end, ull step, long schedule, ull size, ull *from, ull *to, \
                                     uintptr_t *reductions, void **memory)                                             \
    {                                                                                                                  \
        struct loop loop = with_any(unsigned_loop(up, first, end, step), schedule, size, ordered, reductions, memory); \
        loop_begin(&loop);                                                                                             \
        return from ? next_unsigned(from, to) : true;                                                                  \
    }

LOOP_ANY(start, false)
LOOP_ANY(ordered_start, true)

#define PARALLEL_LOOP(name, schedule)                                                                                  \
    EXPORT void GOMP_parallel_loop_##name(outlined *function, void *data, unsigned threads, long first, long end, long step, \
                                          long size, unsigned flags UNUSED)                                            \
    {                                                                                                                  \
        struct loop loop = with_schedule(signed_loop(first, end, step), schedule, (uint64_t)size, false);              \
        team_run(function, data, threads, &loop, false);                                                               \
    }

#define PARALLEL_LOOP_RUNTIME(name)                                                                                    \
    EXPORT void GOMP_parallel_loop_##name(outlined *function, void *data, unsigned threads, long first, long end, long step, \
                                          unsigned flags UNUSED)                                                       \
    {                                                                                                                  \
        struct loop loop = with_runtime(signed_loop(first, end, step), false);                                         \
        team_run(function, data, threads, &loop, false);                                                               \
    }

PARALLEL_LOOP(static, SCHEDULE_STATIC)
PARALLEL_LOOP(dynamic, SCHEDULE_DYNAMIC)
PARALLEL_LOOP(guided, SCHEDULE_GUIDED)
PARALLEL_LOOP(nonmonotonic_dynamic, SCHEDULE_DYNAMIC)
PARALLEL_LOOP(nonmonotonic_guided, SCHEDULE_GUIDED)
PARALLEL_LOOP_RUNTIME(runtime)
PARALLEL_LOOP_RUNTIME(nonmonotonic_runtime)
PARALLEL_LOOP_RUNTIME(maybe_nonmonotonic_runtime)

EXPORT void GOMP_loop_end(void)
{
    leave_chunk();
    team_barrier();
}

EXPORT bool GOMP_loop_end_cancel(void)
{
    GOMP_loop_end();
    return false;
}

EXPORT void GOMP_loop_end_nowait(void)
{
    leave_chunk();
}
