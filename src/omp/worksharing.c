/* worksharing.c - single, sections, and how a construct finds what the team shares of it. */
#include "omp/team.h"

/* A barrier that the program does not have makes room: in a check it would hide races. */
static void too_many(void)
{
    mz_refuse_in_check("more than 256 work-sharing constructs without a barrier");
    team_barrier();
}

void share_begin(void)
{
    if (!me.team) {
        me.alone = (struct share){0};
        me.share = &me.alone;
        return;
    }
    if (me.used == MOST_SHARES)
        too_many();
    me.share = &me.team->share[me.phase][me.used++];
}

/* Whether it is the first to come decides what a thread does next, and yet orders it with nobody. */
static bool is_first(void)
{
    return __atomic_fetch_add(&me.share->taken, 1, __ATOMIC_RELAXED) == 0;
}

/* ---- single ------------------------------------------------------------------------------------------------------ */

EXPORT bool GOMP_single_start(void)
{
    share_begin();
    return is_first();
}

/* NULL: execute it, and GOMP_single_copy_end(). */
EXPORT void *GOMP_single_copy_start(void)
{
    share_begin();
    if (is_first())
        return NULL;
    team_barrier();
    return me.team->copied;
}

EXPORT void GOMP_single_copy_end(void *data)
{
    if (me.team)
        me.team->copied = data;
    team_barrier();
}

/* ---- sections: numbered from 1; 0: no more ----------------------------------------------------------------------- */

EXPORT unsigned GOMP_sections_next(void)
{
    mz_shares_work();
    uint64_t number = __atomic_fetch_add(&me.share->taken, 1, __ATOMIC_SEQ_CST);
    return number < me.loop.count ? (unsigned)number + 1 : 0;
}

EXPORT unsigned GOMP_sections_start(unsigned count)
{
    share_begin();
    me.loop = (struct loop){.count = count};
    return GOMP_sections_next();
}

EXPORT unsigned GOMP_sections2_start(unsigned count, uintptr_t *reductions, void **memory)
{
    if (reductions || memory)
        mz_refuse("a reduction over tasks, or lastprivate(conditional), of sections");
    return GOMP_sections_start(count);
}

EXPORT void GOMP_parallel_sections(outlined *function, void *data, unsigned threads, unsigned count, unsigned flags UNUSED)
{
    team_run(function, data, threads, &(struct loop){.count = count}, true);
}

EXPORT void GOMP_sections_end(void)
{
    team_barrier();
}

EXPORT bool GOMP_sections_end_cancel(void)
{
    team_barrier();
    return false;
}

EXPORT void GOMP_sections_end_nowait(void) {}

EXPORT void GOMP_scope_start(uintptr_t *reductions)
{
    if (reductions)
        mz_refuse("a reduction over tasks of a scope");
}
