/* graph_races.c - see graph_races.h. What is found is shown: the path is followed with clocks, and the race is noticed on it like any
 * other. */
#include "search/drivers/graph_races.h"

#include "base/circuit.h"
#include "base/reserve.h"
#include "property/race_search.h"
#include "search/engine/engine.h"
#include "search/engine/limits.h"

struct telling {
    struct race_asker   asker;
    struct engine      *e;
    struct race_search *search;
    uint32_t            shown;
    bool                lost;  /* a path did not show its race */
};

static bool told(void *self, uint64_t pc, uint64_t other)
{
    const struct lts *l = ((struct telling *)self)->e->lts;
    return l->labels->told(l->self, pc, other);
}

static const struct deed *deeds(void *self, uint32_t label, uint32_t *count)
{
    const struct lts *l = ((struct telling *)self)->e->lts;
    return l->labels->deeds(l->self, label, count);
}

static bool goes_on(void *self, uint64_t bytes)
{
    struct engine *e = ((struct telling *)self)->e;
    engine_count(e);
    e->counters->table_bytes += bytes;
    return !engine_out_of_memory(e) && !engine_is_late(e, 0) && !engine_is_stopped(e);
}

/* Through a long run: that its states are known does not end this path. */
static enum arrival pass_through(struct engine *e, enum arrival kind)
{
    struct circuit run = {0};
    while (kind == ARRIVED_LONG && !circuit_closed(&run, e->at.digest))
        kind = engine_run_on(e);
    return kind;
}

/* One that is there already with the path of another one is told already. */
static void show(void *self, const struct race_decision *path, uint64_t count)
{
    struct telling *t = self;
    struct engine *e = t->e;
    const struct race_pair *p = &t->search->pairs[t->shown++];
    uint64_t first = t->search->knowers.accesses[p->first].deed.pc, second = t->search->knowers.accesses[p->second].deed.pc;
    if (told(self, first, second))
        return;
    enum arrival kind = pass_through(e, engine_start(e));
    for (uint64_t i = 0; i < count && kind == ARRIVED_CHOICE && !e->halted; i++) {
        engine_push(e);
        kind = pass_through(e, engine_take(e, path[i].thread, path[i].choice, e->lts->outcomes(e->lts->self, path[i].thread)));
        for (const struct fault *f; (f = lts_noticed(e->lts)) != NULL;)
            engine_noticed(e, f);
    }
    t->lost |= !told(self, first, second);
}

/* The search is over: its path is free for the paths of races, and what they cost is not counted. */
static void show_all(struct telling *t)
{
    struct engine *e = t->e;
    struct wire_counters before = *e->counters;
    bool halted = e->halted;
    size_t bytes = e->max_nodes * sizeof(struct race_decision);
    struct race_decision *path = reserve(&bytes, bytes);
    e->halted = false;
    e->lts->labels->clocks(e->lts->self, true);
    bool all = path && race_search_paths(t->search, path, e->max_nodes, show);
    reserve_release(path, bytes);
    e->halted |= halted;
    before.heartbeat = e->counters->heartbeat;
    *e->counters = before;
    t->lost |= !all;
}

static bool look_for(struct telling *t)
{
    struct race_search search;
    struct engine *e = t->e;
    uint32_t labels = e->lts->labels->count(e->lts->self);
    t->search = &search;
    if (!race_search_open(&search, &e->races, labels, &t->asker))
        return false;
    bool all = race_search_run(&search);
    if (search.pair_count > 0)
        show_all(t);
    race_search_close(&search);
    return all && !t->lost;
}

/* Nothing is claimed where not everything was explored, and what was found is enough. */
void graph_races_tell(struct engine *e)
{
    struct telling t = {.asker = {.labels = {&t, deeds, told}, .goes_on = goes_on}, .e = e};
    if (!lts_makes_labels(e->lts) || e->grown || engine_is_stopped(e))
        return;
    engine_count(e);
    if ((e->labelled && !e->races.full && look_for(&t)) || e->halted)
        return;
    engine_count(e);
    if (engine_is_stopped(e))
        engine_halt(e, WIRE_STOPPED);
    else if (engine_is_late(e, 0))
        engine_halt(e, WIRE_LIMIT_TIME);
    else
        engine_give_up_labels(e, e->labelled && !t.lost);
}
