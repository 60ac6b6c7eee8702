/* limits.c - reasons to end a search early: limits, the stop flag, and that more proves to be visible; and the
 * counters. */
#include "search/engine/limits.h"

#include "base/raw.h"
#include "search/engine/race_record.h"

enum { GRAPH_SHARE = 10 }; /* of the time that is allowed, this part is left for data races in the graph (graph_races.h) */

void engine_halt(struct engine *e, enum wire_verdict verdict)
{
    e->halted = true;
    e->verdict = verdict;
}

bool engine_out_of_memory(const struct engine *e)
{
    const struct wire_counters *c = e->counters;
    bool led = e->team.elsewhere != 0; /* then those who use it see to that themselves */
    return !led && e->config->max_memory != 0 && c->table_bytes + c->path_bytes > e->config->max_memory;
}

/* A replay keeps to the visible set that its schedule was made with. */
void engine_check_grown(struct engine *e)
{
    if (e->config->search->replays || !e->lts->grown || !e->lts->grown(e->lts->self))
        return;
    engine_start_over(e);
}

void engine_start_over(struct engine *e)
{
    e->halted = e->grown = true;
    if (e->report->forget && e->faults->count > 0) {
        e->report->forget(e->report->host);
        e->faults->count = e->faults->dropped = e->faults->failed_ends = e->faults->cuts = 0;
        e->faults->one_failed = e->faults->one_cut = false;
    }
}

void engine_give_up_labels(struct engine *e, bool full)
{
    e->counters->graphs_left += full;
    e->lts->labels->give_up(e->lts->self);
    e->labelled = false;
    engine_check_grown(e);
}

static const struct reduction_memory *reduction_memory(const struct engine *e)
{
    static const struct reduction_memory none;
    return e->reduction && e->reduction->memory ? e->reduction->memory : &none;
}

static uint64_t reduction_bytes(const struct engine *e)
{
    const struct reduction_memory *m = reduction_memory(e);
    return m->bytes ? m->bytes(e->reducing.self) : 0;
}

/* Number of times that the reduction had no memory. */
static uint64_t reduction_lacked(const struct engine *e)
{
    const struct reduction_memory *m = reduction_memory(e);
    return m->lacked ? m->lacked(e->reducing.self) : 0;
}

void engine_count(struct engine *e)
{
    struct wire_counters *c = e->counters;
    c->heartbeat++;
    c->nanoseconds = raw_nanoseconds() - e->started;
    c->table_bytes = visited_bytes(&e->visited) + reduction_bytes(e) + fair_bytes(&e->fair) + race_record_bytes(e) + e->team.elsewhere;
    c->depth = e->depth;
    c->pruned = e->reducing.pruned;
    c->retraversed = e->reducing.retraversed;
    c->executions = e->reducing.executions;
    c->lacked = reduction_lacked(e) + e->reducing.lacked;
    size_t kept = (e->config->light ? sizeof *e->path : sizeof *e->nodes) + reduction_memory(e)->node_bytes;
    uint64_t path = c->max_depth * kept + (e->lts->bytes ? e->lts->bytes(e->lts->self) : 0);
    path += path_tree_bytes(&e->path_tree) + frontier_bytes(&e->frontier);
    if (path > c->path_bytes)
        c->path_bytes = path;
}

bool engine_is_stopped(const struct engine *e)
{
    return e->report->stop && __atomic_load_n(e->report->stop, __ATOMIC_ACQUIRE);
}

bool engine_is_late(const struct engine *e, uint64_t reserved)
{
    if (e->allowed == 0)
        return false;
    return (e->config->by_processor ? raw_processor_nanoseconds() : e->counters->nanoseconds) >= e->allowed - reserved;
}

void engine_tick(struct engine *e)
{
    const struct teamwork *as = e->team.as;
    e->fuel = e->team.often ? TEAM_TICK : ENGINE_TICK;
    if (e->team.often && e->counters->steps % ENGINE_TICK >= TEAM_TICK && !engine_is_stopped(e)) {
        as->tick(e); /* that is all that others wait for */
        return;
    }
    engine_count(e);
    if (engine_is_stopped(e))
        engine_halt(e, WIRE_STOPPED);
    else if (engine_is_late(e, e->labelled ? e->allowed / GRAPH_SHARE : 0))
        engine_halt(e, WIRE_LIMIT_TIME);
    else if (e->labelled && (e->races.full || engine_out_of_memory(e)))
        engine_give_up_labels(e, true);
    else if (engine_out_of_memory(e))
        engine_halt(e, WIRE_LIMIT_MEMORY);
    else if (e->rounds.end != 0 && e->counters->nanoseconds >= e->rounds.end)
        e->halted = e->rounds.over = true;
    else
        engine_check_grown(e);
    if (as && as->tick && !e->halted)
        as->tick(e);
}

void engine_out_of_states(struct engine *e)
{
    const struct wire_counters *c = e->counters;
    e->halted = true;
    if (e->config->max_states != 0 && e->counters->earlier + c->states + e->on_runs >= e->config->max_states)
        e->verdict = WIRE_LIMIT_STATES;
    else
        e->rounds.over = true;
}
