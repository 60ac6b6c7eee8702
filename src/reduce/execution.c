/* execution.c - see execution.h. */
#include "reduce/execution.h"

#include <stddef.h>
#include <string.h>

#include "base/reserve.h"
#include "model/op_columns.h"

/* --- memory ----------------------------------------------------------------------------------------------------------- */

void execution_close(void *self)
{
    struct execution *x = self;
    if (x->labels)
        labels_close(x->labels);
    reserve_release(x->steps, x->step_bytes);
    reserve_release(x->points, x->point_bytes);
    reserve_release(x, sizeof *x);
}

struct execution *execution_open(uint64_t max_nodes, execution_racing *race, bool sleeps)
{
    size_t bytes = sizeof(struct execution);
    struct execution *x = reserve(&bytes, bytes);
    if (!x)
        return NULL;
    x->race = race;
    x->sleeps = sleeps;
    x->step_bytes = reserve_machine() / 2;
    x->point_bytes = (max_nodes + 1) * sizeof *x->points;
    x->labels = labels_open(false);
    x->steps = reserve(&x->step_bytes, 1 << 20);
    x->points = reserve(&x->point_bytes, x->point_bytes);
    x->most = (uint32_t)(x->step_bytes / sizeof *x->steps - 1);
    if (x->labels && x->steps && x->points)
        return x;
    execution_close(x);
    return NULL;
}

void execution_reset(void *self)
{
    struct execution *x = self;
    labels_clear(x->labels);
    x->count = 0;
    x->sleep = NO_THREADS;
}

uint64_t execution_lacked(void *self)
{
    return labels_lacked(((const struct execution *)self)->labels);
}

const struct reduction_memory execution_memory = {.node_bytes = sizeof(struct point), .lacked = execution_lacked};

/* --- order ------------------------------------------------------------------------------------------------------------ */

bool execution_touches(const struct execution *x, tid t, label a, event e)
{
    return label_depends(x->labels, t, a, e);
}

bool execution_dependent(const struct execution *x, const struct step *a, const struct step *b)
{
    return execution_touches(x, a->thread, a->label, b->event);
}

bool execution_might_depend(const struct execution *x, const struct step *a, const struct step *b)
{
    return execution_touches(x, a->thread, a->label, b->at_most);
}

bool execution_race(const struct execution *x, uint32_t i)
{
    const struct step *a = &x->steps[i], *b = &x->steps[x->count];
    return !b->comes_last && !execution_knows(x->past, a) && execution_touches(x, a->thread, b->takes ? a->candidate : a->label, b->alone);
}

/* If b is not one of those that may have to wait, only races are looked at with nothing between a and b: if there is a step that
 * depends on a, and b on it, then b is reversed with that first. Otherwise, or if that is one inside an atomic section, b may not be
 * possible before it. */
void execution_races(struct execution *x, bool (*reverse)(struct execution *x, uint32_t i))
{
    uint32_t reversed[MAX_THREADS] = {0};
    for (uint32_t i = x->count; i-- > 0;) {
        const struct step *a = &x->steps[i];
        if (!execution_race(x, i) || execution_knows(reversed, a))
            continue;
        if (reverse(x, i) && !x->steps[x->count].waits)
            execution_merge(reversed, a->clock);
    }
}

/* Knowledge of t: that of its last step, or of the one that made it. */
static void remember_past(struct execution *x, tid t)
{
    for (uint32_t k = x->count; k-- > 0;)
        if (x->steps[k].thread == t || !threadset_has(x->steps[k].live, t)) {
            memcpy(x->past, x->steps[k].clock, sizeof x->past);
            return;
        }
    memset(x->past, 0, sizeof x->past);
}

void execution_merge(uint32_t *clock, const uint32_t *other)
{
    for (tid t = 0; t < MAX_THREADS; t++)
        clock[t] = clock[t] > other[t] ? clock[t] : other[t];
}

/* steps[count], of which thread and label are known. */
static void order(struct execution *x)
{
    struct step *s = &x->steps[x->count];
    remember_past(x, s->thread);
    memcpy(s->clock, x->past, sizeof s->clock);
    for (uint32_t k = x->count; k-- > 0;)
        if (!execution_knows(s->clock, &x->steps[k]) && (s->comes_last || execution_dependent(x, &x->steps[k], s)))
            execution_merge(s->clock, x->steps[k].clock);
    s->number = s->clock[s->thread] = x->past[s->thread] + 1;
}

/* --- what is pending --------------------------------------------------------------------------------------------------- */

static void describe(struct step *s, const struct op *op)
{
    const struct op_traits *traits = &op_traits[op->kind];
    s->waits = op->kind > OP_FENCE;
    s->takes = traits->waiting == WAITING_AWAITS || traits->waiting == WAITING_AWAITS_SECOND;
    s->comes_last = op->kind == OP_AWAIT_OTHERS;
    bool second = traits->lock == LOCK_TAKES_SECOND || traits->lock == LOCK_GIVES_SECOND;
    s->mutex = second ? op->addr2 : op_of_mutexes(op->kind) ? op->addr : 0;
}

/* Label of a step of its thread in the present state. */
static void name(struct execution *x, const struct lts *l, struct step *s)
{
    tid t = s->thread;
    bool may_look = op_may_only_look(l->next(l->self, t)->kind);
    label at_most = may_look ? label_at_most(x->labels, l, t) : LABEL_NOTHING;
    label alone = label_alone(x->labels, l, t, &s->candidate);
    if (may_look && x->never_looks)
        alone = s->candidate = at_most;
    if (label_commutes(x->labels, alone)) /* who waits may come before it, too, and what is told of that is an order of the two */
        s->candidate = alone;
    s->alone = event_of(x->labels, t, alone);
    s->event = threadset_any(x->inside) ? event_of(x->labels, t, LABEL_EVERYTHING) : s->alone;
    s->label = event_label(x->labels, s->event); /* another one if there is no room for the event: who comes first must not matter */
    if (s->label == LABEL_EVERYTHING)
        s->candidate = LABEL_EVERYTHING;
    s->at_most = may_look ? event_of(x->labels, t, at_most) : s->event;
}

/* In the present state. */
static void look(struct execution *x, const struct lts *l)
{
    x->live = l->live(l->self);
    x->blocked = x->live & ~l->enabled(l->self);
    x->inside = lts_in_sections(l);
    x->parked = x->ending = NO_THREADS;
    THREADSET_EACH(t, x->live) {
        struct step *s = &x->pending[t];
        if (label_parks(l, t)) {
            x->parked |= threadset_of(t);
            x->ending |= l->next(l->self, t)->kind == OP_PROCESS_EXIT ? threadset_of(t) : NO_THREADS;
            continue;
        }
        s->thread = (uint8_t)t;
        name(x, l, s);
        describe(s, l->next(l->self, t));
    }
}

/* Is what the step gives up its thread's own? A mutex only if it is known to have taken it. */
static bool owns(const struct execution *x, const struct step *s)
{
    for (uint32_t k = x->count; s->mutex != 0 && k-- > 0;)
        if (x->steps[k].thread == s->thread && x->steps[k].mutex == s->mutex)
            return x->steps[k].takes;
    return s->mutex == 0;
}

/* steps[count] becomes the pending step of t as it would be if it came now. */
static void foresee(struct execution *x, tid t)
{
    struct step *s = &x->steps[x->count];
    const struct step *pending = &x->pending[t];
    memcpy(s, pending, offsetof(struct step, clock));
    s->live = x->live;
    s->forced = true;
    if (s->candidate != s->label && !owns(x, s))
        s->candidate = s->label;
    order(x);
}

/* --- the search goes on ----------------------------------------------------------------------------------------------- */

static bool redundant(const struct execution *x)
{
    return threadset_equal(x->sleep, EVERYBODY_SLEEPS);
}

/* The execution goes no further, or only sleeping threads can go on: what cannot run is in races too. */
static void end(struct execution *x)
{
    x->end = x->count;
    for (x->count = x->late ? 0 : x->end; x->count < x->end; x->count++) {
        remember_past(x, x->steps[x->count].thread);
        x->race(x);
    }
    THREADSET_EACH(t, x->blocked & ~x->parked) {
        foresee(x, t);
        x->race(x);
    }
}

threadset execution_enter(struct reducing *r)
{
    struct execution *x = r->self;
    struct point *p = &x->points[r->depth];
    bool first = r->depth == 0;
    look(x, r->lts);
    *p = (struct point){.steps = first ? 0 : x->count, .parked = x->parked, .sleep = first ? NO_THREADS : x->sleep};
    p->failing = first ? NO_THREADS : x->failing & x->sleep;
    p->enabled = r->nodes[r->depth].enabled & ~p->parked;
    threadset before = first ? NO_THREADS : p[-1].faced & p->parked;
    p->faced = before | (p->parked & r->nodes[r->depth].enabled);
    if (!redundant(x) && !threadset_any(p->enabled & ~p->sleep)) {
        r->executions += !threadset_any(p->enabled);
        r->given_up += threadset_any(p->enabled);
        end(x);
    }
    return (p->faced & ~before) | label_again(r->lts, x->ending & r->nodes[r->depth].enabled, p->enabled);
}

/* Sleepers wake up if they depend on the step. */
static void wake(struct execution *x, const struct step *s)
{
    if (redundant(x))
        return;
    x->sleep &= x->live & ~threadset_of(s->thread);
    THREADSET_EACH(q, x->sleep)
        if (execution_touches(x, s->thread, s->label, x->pending[q].event))
            x->sleep &= ~threadset_of(q);
    x->failing &= x->sleep;
}

uint16_t execution_outcome(const struct reducing *r)
{
    const struct node *n = &r->nodes[r->depth];
    unsigned outcome = n->first + n->choice - 1u;
    return (uint16_t)(threadset_any(r->moved) ? 0 : outcome < n->choices ? outcome : outcome - n->choices);
}

void execution_performing(struct reducing *r, tid t)
{
    struct execution *x = r->self;
    struct point *p = &x->points[r->depth];
    bool first = !threadset_any(r->moved);
    if (first) {
        x->count = p->steps;
        x->sleep = x->sleeps ? p->sleep | p->done : NO_THREADS;
        x->failing = p->failing;
    }
    x->last = r->lts->next(r->lts->self, t)->kind;
    look(x, r->lts);
    x->aside = first && threadset_has(x->parked, t);
    r->full |= x->count == x->most;
    if (threadset_has(x->parked, t) || x->count == x->most)
        return;
    if (first) {
        p->wanted |= threadset_of(t);
    } else if (threadset_has(x->sleep, t) && !redundant(x)) {
        end(x);
        r->given_up++;
        x->sleep = EVERYBODY_SLEEPS;
    }
    if (x->last == OP_AWAIT_OTHERS && !redundant(x))
        end(x);
    foresee(x, t);
    x->steps[x->count].forced = !first;
    x->steps[x->count].outcome = execution_outcome(r);
    x->steps[x->count].point = (uint32_t)r->depth;
    if (!redundant(x) && !x->late)
        x->race(x);
    wake(x, &x->steps[x->count++]);
}

/* The last step has, and what the others would have done after it is not known: all depend on it. */
static void cut_off(struct execution *x)
{
    struct step *s = &x->steps[--x->count];
    s->label = s->candidate = LABEL_EVERYTHING;
    s->event = s->at_most = s->alone = event_of(x->labels, s->thread, s->label);
    order(x);
    if (!x->late)
        x->race(x);
    x->count++;
}

void execution_arrived(struct reducing *r, enum led led)
{
    struct execution *x = r->self;
    struct point *p = &x->points[r->depth];
    bool cut = reducing_cut_off(r, x->last, x->live, led), exits = x->last == OP_PROCESS_EXIT;
    if (led == LED_ON || led == LED_BACK || x->aside || redundant(x))
        return;
    if (cut)
        cut_off(x);
    bool overtakes = exits && !threadset_has(x->parked, r->mover);
    if ((cut || overtakes) && !x->steps[x->count - 1].forced) {
        p->wanted |= p->enabled;
        p->failing |= cut ? threadset_of(r->mover) : NO_THREADS;
    }
    if ((led == LED_END || led == LED_ROUND) && !exits && !cut)
        look(x, r->lts);
    r->executions++;
    end(x);
}

void execution_tried(struct reducing *r, tid t)
{
    struct point *p = &((struct execution *)r->self)->points[r->depth];
    p->done |= threadset_of(t) & ~p->parked;
}

threadset execution_more(struct reducing *r)
{
    const struct point *p = &((struct execution *)r->self)->points[r->depth];
    return (!threadset_any(p->done) ? p->enabled : p->wanted & p->enabled & ~p->done) & ~p->sleep;
}

void execution_leave(struct reducing *r)
{
    const struct point *p = &((struct execution *)r->self)->points[r->depth];
    r->pruned += threadset_size(p->enabled & ~p->done);
}
