/* race_record.c - see race_record.h. */
#include "search/engine/race_record.h"

#include "search/engine/engine_state.h"

/* Nothing of it is told to other processes or kept for later ones, nor is it one of many. (Where labels are made it is not divided.) */
static bool is_on_its_own(const struct engine *e)
{
    const struct search_config *c = e->config;
    bool sampled = c->light || c->runs > 1 || c->restarts != RESTARTS_NONE || c->series;
    bool kept = c->ranks > 1 || c->checkpoint_milliseconds || e->report->keeper;
    return c->races && !sampled && !kept && !c->sought && !c->unprepared;
}

/* All of its executions, up to the order of independent steps, are paths of what is explored. */
static bool explores_all(const struct engine *e)
{
    const struct search_config *c = e->config;
    bool bounded = e->bounds.count > 0 || c->rb || c->filter || c->backtracking || c->completion != COMPLETE_NOT;
    bool reduced = !e->reduction || (e->reduction->keeps & KEEPS_PATHS);
    return c->search == &search_dfs && reduced && !bounded && is_on_its_own(e);
}

/* A search that consists of several ends with one that explores all. */
void race_record_fits(struct engine *e)
{
    const struct search *s = e->config->search;
    bool several = s == &search_auto || s == &search_portfolio;
    if (e->lts->labels)
        e->lts->labels->allow(e->lts->self, explores_all(e) || (several && is_on_its_own(e)));
}

void race_record_begin(struct engine *e)
{
    bool makes = lts_makes_labels(e->lts);
    e->recording = false;
    e->labelled = makes && explores_all(e) && (e->races.states || race_graph_open(&e->races));
    e->reducing.paths = e->labelled;
    if (e->races.states)
        race_graph_clear(&e->races);
}

void race_record_close(struct engine *e)
{
    if (e->races.states)
        race_graph_close(&e->races);
}

uint64_t race_record_bytes(const struct engine *e)
{
    return e->labelled ? race_graph_bytes(&e->races) + e->lts->labels->bytes(e->lts->self) : 0;
}

void race_record_skip(struct engine *e)
{
    if (e->labelled)
        e->lts->labels->take(e->lts->self);
}

/* A label that there was no room for is worth nothing. */
static void add(struct engine *e, uint32_t from, struct race_edge edge)
{
    e->races.full |= edge.label == DEEDS_LOST;
    if (edge.thread == RACE_NO_THREAD)
        race_graph_add_once(&e->races, from, edge);
    else
        race_graph_add(&e->races, from, edge);
}

static struct race_edge edge_to(const struct engine *e, uint32_t to, bool decided)
{
    struct race_edge edge = {.to = to, .label = e->lts->labels->take(e->lts->self), .thread = RACE_NO_THREAD};
    if (decided) {
        edge.thread = e->path[e->depth - 1].thread;
        edge.choice = e->path[e->depth - 1].choice;
    }
    return edge;
}

void race_record_step(struct engine *e, struct digest to, bool decided)
{
    uint32_t number = race_graph_state(&e->races, to);
    struct race_edge edge = edge_to(e, number, decided);
    if (e->at.number == RACE_NOWHERE)
        e->races.root = number;
    else
        add(e, e->at.number, edge);
    e->at.number = number;
}

void race_record_cut(struct engine *e, bool decided)
{
    add(e, e->at.number, edge_to(e, RACE_NOWHERE, decided));
}

void race_record_waits(struct engine *e, bool between)
{
    uint32_t label = e->lts->labels->looks(e->lts->self);
    if (label == DEEDS_NONE)
        return;
    if (between)
        race_record_step(e, e->lts->digest(e->lts->self), false);
    add(e, e->at.number, (struct race_edge){.to = RACE_NOWHERE, .label = label, .thread = RACE_NO_THREAD});
}

void race_record_foreseen(struct engine *e, const struct node *n, tid t, struct digest to)
{
    struct race_edge edge = {.to = race_graph_state(&e->races, to), .label = e->successors.labels[n->ahead + t], .thread = (uint16_t)t};
    add(e, n->number, edge);
}
