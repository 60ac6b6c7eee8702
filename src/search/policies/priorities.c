/* priorities.c - threads by priority. */
#include "search/policies/priorities.h"

#include "model/op_columns.h"
#include "search/engine/engine.h"

enum {
    MOST_YIELDS = 100, /* of a thread before it is made the last: Bindal, Bansal, Lal 2013, section 5 */
    LOOK_AGAIN = 256,  /* decisions for a thread that moves alone, between two states that are looked at where others are not; */
    LOOK_STEPS = 8192, /* or, where it makes many steps by one decision, so many of these */
};

threadset priorities_born(struct priorities *p, const struct lts *l)
{
    threadset live = l->live(l->self), born = live & ~p->known;
    p->known = live;
    THREADSET_EACH(t, born)
        p->yields[t] = 0;
    return born;
}

tid priorities_highest(const struct priorities *p, threadset enabled)
{
    tid best = threadset_first(enabled);
    THREADSET_EACH(t, enabled)
        if (p->of[t] > p->of[best])
            best = t;
    return best;
}

threadset priorities_above(const struct priorities *p, tid t)
{
    threadset above = NO_THREADS;
    THREADSET_EACH(u, p->known & ~threadset_of(t))
        if (p->of[u] >= p->of[t])
            above |= threadset_of(u);
    return above;
}

void priorities_make_last(struct priorities *p, tid t)
{
    p->of[t] = --p->last;
    p->yields[t] = 0;
    p->circuit.states = 0;
}

static bool is_to_look(struct priorities *p, const struct engine *e)
{
    if (++p->moves < LOOK_AGAIN && e->counters->steps - p->looked < LOOK_STEPS)
        return false;
    p->moves = 0;
    p->looked = e->counters->steps;
    return true;
}

bool priorities_goes_round(struct priorities *p, const struct engine *e, tid t)
{
    if (p->alone != t || !threadset_equal(e->at.moved, threadset_of(t))) {
        p->circuit.states = p->moves = 0;
        p->looked = e->counters->steps;
    }
    p->alone = t;
    if (e->blind && !is_to_look(p, e))
        return false;
    return circuit_closed(&p->circuit, e->blind ? e->lts->digest(e->lts->self) : e->at.digest);
}

bool priorities_yields(struct priorities *p, const struct lts *l, tid t)
{
    if (!op_has(l->next(l->self, t)->kind, OP_POLLS) || ++p->yields[t] <= MOST_YIELDS)
        return false;
    priorities_make_last(p, t);
    return true;
}
