/* profile.c - executions at random, whose accesses are counted by variable and thread: how often each variable is accessed, by whom, and
 * whether several threads do (Bindal, Bansal, Lal, "Variable and Thread Bounding for Systematic Testing of Multithreaded Programs", Figure
 * 7). Faults on the way are found like by any random walk. */
#include "search/samplers/walk.h"

static void count(struct wire_variable *w, const struct variable *v, const struct op *op, tid t)
{
    struct access touched[OP_MAX_ACCESSES];
    w->id = v->id;
    w->executions += v->now == 1;
    w->most = v->most;
    w->sharers = v->sharers;
    if (op_accesses(op, touched) > 0 && touched[0].write)
        w->writes++;
    else
        w->reads++;
    w->by[t]++;
}

static void performing(struct engine *e, tid t)
{
    struct search_report *r = e->report;
    struct variable_profile *p = &e->profile;
    uint32_t number = profile_next(p, e->lts, t);
    profile_access(p, number, t);
    if (!r->variables || e->team.as || !profile_is_variable(p, number))
        return;
    count(&r->variables[number], &p->at[number], e->lts->next(e->lts->self, t), t);
    *r->variable_count = p->count;
}

/* Cut off until it has come to its end. */
static void begin(struct engine *e)
{
    profile_begin(&e->profile);
    e->counters->sampled.cuts++;
}

static void end(struct engine *e, bool whole)
{
    e->counters->sampled.cuts -= whole;
}

static tid pick(struct engine *e)
{
    return engine_any_of(e, e->at.enabled);
}

/* More proved to be visible, and everything is started over. */
static void forget(struct engine *e)
{
    struct search_report *r = e->report;
    profile_clear(&e->profile);
    e->counters->sampled = (struct wire_sampled){0};
    if (!r->variables || e->team.as)
        return;
    for (uint64_t i = 0; i < *r->variable_count; i++)
        r->variables[i] = (struct wire_variable){0};
    *r->variable_count = 0;
}

static void run(struct engine *e)
{
    if (!profile_open(&e->profile, e->config->whole_arrays ? BY_WHOLE : BY_ELEMENT)) {
        engine_halt(e, WIRE_LIMIT_MEMORY);
        return;
    }
    forget(e);
    e->performing = performing;
    walk_sample(e, &(struct sampling){.begin = begin, .pick = pick, .end = end});
    e->performing = NULL;
}

const struct search search_profile = {.is = &search_kind_profile, .run = run};
