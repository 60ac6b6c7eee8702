/* state_matching.c - is the state arrived at new? And is it done, where a path may be cut off or left early? It is done only for what
 * was left of the bounds when it was expanded.
 *
 * The trap: a state that is first met near the bound is expanded as far as the bound allows and counts as known from then
 * on. If it is met again on a cheaper path, what lies within the bound only on that path would be missed, and "all states
 * within 2 preemptions" would not be true. DFS-RB as printed has the same trap at its threshold. So the note of a state
 * says what was left of each bound, and a state that is met with more of any is expanded again.
 *
 * Where the cost of the next transition depends on the thread before it, what is remembered is the pair of state and
 * thread: an entry of its own, beside that of the state, which says whether the state is new. Likewise where it depends on the variables or
 * threads of preemptions before: those are what a path has cost by such a bound, so the note need not say it, and its limit is a part of
 * the entry.
 *
 * The early-backtracking threshold is a soft bound: beyond it nothing is promised, so it counts only while the path is above
 * it. There a state known to be done, with all below it, is not expanded again (DONE). It is not known as long as the
 * state is on the path, so that cycles are expanded again more often than they need be.
 *
 * Termination: along a path costs do not fall, so a state that is met again on a path is dominated by its own note.
 */
#include "search/engine/state_matching.h"

#include "model/preemption.h"
#include "search/engine/findings.h"
#include "search/engine/limits.h"

#define NOTE_CUT  ((uint64_t)1 << 62) /* some transition was cut off by a bound */
#define NOTE_DONE ((uint64_t)1 << 63) /* explored, with everything below it */
enum { NOTE_BITS = 31 };
#define NOTE_MOST (((uint64_t)1 << NOTE_BITS) - 1)

static struct digest mixed(struct digest d, unsigned i, uint64_t thread)
{
    uint64_t word = (thread + 1 + MAX_THREADS * (uint64_t)i) * 0x9e3779b97f4a7c15u;
    return (struct digest){d.lo ^ word, d.hi + (word ^ word >> 29) * 0xbf58476d1ce4e5b9u};
}

static uint64_t scattered(uint64_t word)
{
    word = (word ^ word >> 31) * 0xbf58476d1ce4e5b9u;
    return (word ^ word >> 29) * 0x94d049bb133111ebu;
}

/* Variables at which there were preemptions, in whatever order, and the one at which the next would be. */
static uint64_t variables_before(const struct engine *e, bool preemptible)
{
    uint64_t sum = preemptible ? scattered(~e->path_facts.variable) : 0;
    for (uint32_t i = e->path_facts.at[e->depth].chosen; i != 0; i = e->path_facts.at[i - 1].chosen)
        sum += scattered(e->path_facts.at[i - 1].variable);
    return scattered(sum);
}

static uint64_t threads_before(const struct engine *e)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < THREADSET_WORDS; i++)
        sum = scattered(sum + threadset_word(e->path_facts.at[e->depth].involved, i));
    return sum;
}

/* The state, or the pair of it and the thread on which costs depend. */
static struct digest key(const struct engine *e)
{
    struct digest d = e->at.digest;
    bool preemptible = can_be_preempted(e->lts, e->at.enabled, e->at.mover);
    for (unsigned i = 0; i < e->bounds.count; i++) {
        enum bound_memory memory = e->bounds.each[i].bound->memory;
        if (memory == BOUND_DECISION && e->depth > 0)
            d = mixed(d, i, e->path[e->depth - 1].thread);
        if (memory == BOUND_MOVER || (memory != BOUND_FORGETS && memory != BOUND_DECISION && preemptible))
            d = mixed(d, i, e->at.mover);
        if (memory == BOUND_VARIABLES)
            d = mixed(d, i, scattered(variables_before(e, preemptible) + e->bounds.each[i].limit));
        if (memory == BOUND_THREADS)
            d = mixed(d, i, scattered(threads_before(e) + e->bounds.each[i].limit));
    }
    return d;
}

/* Remainder of bound i; never 0, which stands for "not expanded". */
static uint64_t left_of(const struct engine *e, unsigned i)
{
    uint32_t cost = e->path_facts.at[e->depth].cost[i];
    return e->bounds.each[i].soft ? NOTE_MOST - cost : e->bounds.each[i].limit - cost + 1;
}

static bool counts(const struct engine *e, unsigned i)
{
    return !e->bounds.each[i].soft || e->path_facts.at[e->depth].cost[i] < e->bounds.each[i].limit;
}

/* The note of the state as it is met now; *more: it leaves more of some bound than `old`. */
static uint64_t note_now(const struct engine *e, uint64_t old, bool *more)
{
    uint64_t note = 0;
    unsigned from = 0;
    *more = false;
    for (unsigned i = 0; i < e->bounds.count; i++) {
        if (bound_is_remembered(e->bounds.each[i].bound))
            continue;
        uint64_t now = left_of(e, i), before = old >> from & NOTE_MOST;
        *more |= counts(e, i) && now > before;
        note |= now << from;
        from += NOTE_BITS;
    }
    return note;
}

static bool insert(struct engine *e, struct digest d, bool *new)
{
    enum visited_result result = visited_insert(&e->visited, d);
    *new = result == VISITED_NEW;
    if (result == VISITED_FULL)
        engine_halt(e, WIRE_LIMIT_MEMORY);
    return result != VISITED_FULL;
}

enum met matching_count_new(struct engine *e, enum arrival kind)
{
    struct wire_counters *c = e->counters;
    if (c->states + e->on_runs >= e->rounds.most_states) {
        engine_out_of_states(e);
        return MET_FULL;
    }
    if (kind == ARRIVED_LONG) {
        e->on_runs++;
        return MET_NEW;
    }
    c->states++;
    if (kind == ARRIVED_END) {
        c->end_states++;
        c->overtaking += e->at.overtakes;
    } else if (kind == ARRIVED_DEADLOCK) {
        c->deadlocks++;
    }
    return MET_NEW;
}

static enum met meet_noted(struct engine *e, enum arrival kind)
{
    bool new, new_pair = false, more;
    if (!insert(e, e->at.digest, &new))
        return MET_FULL;
    e->counters->revisits += !new;
    if (kind != ARRIVED_CHOICE && kind != ARRIVED_LONG)
        return new ? matching_count_new(e, kind) : MET_KNOWN;
    if (!new && *visited_note(&e->visited) & NOTE_DONE)
        return MET_KNOWN;
    struct digest pair = key(e);
    if (!digest_equal(pair, e->at.digest) && !insert(e, pair, &new_pair))
        return MET_FULL;
    e->bounds.note = visited_note(&e->visited);
    uint64_t now = note_now(e, *e->bounds.note, &more);
    if (!new && !new_pair && !more) {
        if (e->depth > 0)
            e->path_facts.at[e->depth - 1].left = true;
        return MET_KNOWN;
    }
    if (*e->bounds.note & NOTE_CUT)
        e->bounds.cut--;
    *e->bounds.note = now;
    e->counters->again += !new;
    return new ? matching_count_new(e, kind) : MET_AGAIN;
}

void matching_cut(struct engine *e)
{
    *e->bounds.note |= NOTE_CUT;
    e->bounds.cut++;
    e->path_facts.at[e->depth].left = true;
}

void matching_done(struct engine *e, struct digest d)
{
    bool new;
    if (insert(e, d, &new))
        *visited_note(&e->visited) |= NOTE_DONE;
}

bool matching_is_off(const struct engine *e)
{
    return e->reduction && (e->reduction->needs & NEEDS_NO_MATCHING);
}

static enum met meet_plain(struct engine *e, enum arrival kind)
{
    const struct teamwork *as = e->team.as;
    enum visited_result result = as && as->insert ? as->insert(e, kind) : visited_insert(&e->visited, e->at.digest);
    if (result == VISITED_FULL) {
        if (!e->halted)
            engine_halt(e, WIRE_LIMIT_MEMORY);
        return MET_FULL;
    }
    bool new = result == VISITED_NEW;
    e->counters->revisits += !new;
    return new ? matching_count_new(e, kind) : MET_KNOWN;
}

/* States are not matched: but a path that has come back to where it was would go round in circles for ever. */
static enum met meet_unmatched(struct engine *e, enum arrival kind)
{
    if (!engine_on_path(e))
        return matching_count_new(e, kind);
    e->left_out = true;
    e->counters->revisits++;
    return MET_KNOWN;
}

enum met engine_match(struct engine *e, enum arrival kind)
{
    if (kind == ARRIVED_CHOICE && matching_is_off(e))
        return meet_unmatched(e, kind);
    enum met met = e->bounds.count > 0 ? meet_noted(e, kind) : meet_plain(e, kind);
    if (met == MET_KNOWN && kind != ARRIVED_END && kind != ARRIVED_DEADLOCK)
        engine_judge_stuck(e, kind);
    return met;
}
