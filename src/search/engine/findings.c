/* findings.c - faults: of steps, of states, and of ends; each is kept once, with the path that leads to it. */
#include "search/engine/findings.h"

#include "base/shared_word.h"
#include "property/deadlock.h"
#include "search/engine/limits.h"

static bool already_found(struct engine *e, const struct fault *f)
{
    uint64_t hash = fault_identity(f);
    struct faults *known = e->faults;
    for (uint64_t i = 0; i < known->count; i++)
        if (known->hash[i] == hash)
            return true;
    if (known->count < WIRE_MAX_FINDINGS)
        known->hash[known->count] = hash;
    return false;
}

/* A schedule means what it says only for the visible set that it was made with. If that has grown on the way, the fault is
 * left for the search that starts over with the larger set. `number`: of those like it; may be NULL. */
static bool keep_finding(struct engine *e, const struct fault *f, uint64_t most, uint64_t *number)
{
    engine_check_grown(e);
    if (e->grown)
        return false;
    lock_take(&e->team.lock);
    if (already_found(e, f)) {
        /* once is enough */
    } else if (e->faults->count >= most) {
        e->faults->dropped++;
    } else {
        e->faults->count++;
        if (number)
            ++*number;
        e->report->found(e->report->host, f, e->depth);
    }
    lock_give(&e->team.lock);
    return true;
}

static bool is_sought(const struct engine *e, const struct fault *f)
{
    const struct fault *sought = e->config->sought;
    return !sought || fault_ends_search(f) || fault_identity(f) == fault_identity(sought) ||
        (e->config->sought_object && fault_has_object_of(f, sought));
}

void engine_noticed(struct engine *e, const struct fault *f)
{
    if (!is_sought(e, f))
        return;
    bool kept = keep_finding(e, f, WIRE_MAX_RACES, NULL);
    if (kept && e->config->sought)
        engine_halt(e, WIRE_BUG);
}

/* The first one has a place among the findings, whatever else was found; the others leave room for bugs. */
static void cut_path(struct engine *e, const struct fault *f)
{
    struct faults *known = e->faults;
    e->cuts++;
    if (is_sought(e, f) && keep_finding(e, f, known->cuts == 0 ? WIRE_MAX_FINDINGS : WIRE_MAX_RACES, &known->cuts))
        SHARED_STORE(known->one_cut, true);
}

void engine_found(struct engine *e, const struct fault *f)
{
    if (fault_cuts(f)) {
        cut_path(e, f);
        return;
    }
    e->errors++;
    if (!is_sought(e, f) || !keep_finding(e, f, WIRE_MAX_BUGS, NULL))
        return;
    if (fault_ends_search(f))
        engine_halt(e, WIRE_REFUSED);
    else if (!e->config->all_faults)
        engine_halt(e, WIRE_BUG);
}

/* Whether an end with a status other than 0 is a fault shows when another one has 0, be that before or after: until then it is a
 * finding that counts for nothing. */
static void judge_end(struct engine *e)
{
    struct faults *known = e->faults;
    const struct fault *failed = lts_failed_end(e->lts);
    if (!failed) {
        SHARED_STORE(known->one_well, true);
        if (e->report->ended_well)
            *e->report->ended_well = true;
    } else if (known->failed_ends >= MOST_FAILED_ENDS || keep_finding(e, failed, WIRE_MAX_RACES, &known->failed_ends)) {
        SHARED_STORE(known->one_failed, true);
    }
    if (SHARED_LOAD(known->one_failed) && SHARED_LOAD(known->one_well) && !e->halted && !e->config->all_faults)
        engine_halt(e, WIRE_BUG);
}

void engine_judge(struct engine *e, enum arrival kind)
{
    if (kind == ARRIVED_FAULT) {
        engine_found(e, e->lts->fault(e->lts->self));
    } else if (kind == ARRIVED_END) {
        judge_end(e);
    } else if (kind == ARRIVED_DEADLOCK) {
        struct fault f;
        deadlock_describe(e->lts, &f);
        engine_found(e, &f);
    }
}

bool engine_on_path(const struct engine *e)
{
    for (uint64_t i = 0; i < e->depth; i++)
        if (digest_equal(e->nodes[i].mark.digest, e->at.digest))
            return true;
    return false;
}

/* A deadlock of all threads, or the end of the program, is told when it is reached. So what is left are threads that are stuck
 * while others go round in circles. */
void engine_judge_stuck(struct engine *e, enum arrival kind)
{
    const struct fault *f = lts_stuck_threads(e->lts);
    if (f && (kind == ARRIVED_LONG || kind == ARRIVED_KNOWN || e->config->search->replays || engine_on_path(e)))
        engine_found(e, f);
    else if (f && e->team.as && e->team.as->one_path)
        e->team.as->one_path(e); /* the circle may go through states that others expand */
    else if (f)
        e->circles = true;
}
