/* components.h - finished states, with all that can be reached from them: strongly connected components of the explored
 * graph, found on the way (Tarjan, 1972).
 *
 * A state is open as long as one that can be reached from it is on the path: nothing may be concluded from what is known to lie below it.
 * The states of a component are closed together, when the first of them is left, with one summary of what occurs at or below them. The tag
 * of a state says which it is.
 */
#ifndef MZ_REDUCE_COMPONENTS_H
#define MZ_REDUCE_COMPONENTS_H

#include "reduce/reduction.h"
#include "reduce/events/summary.h"

/* The tag of a state: 0 unless it was a choice point or an end. */
#define TAG_OPEN   ((uint32_t)1 << 31) /* | its place among the open states, or the last that a tag can name if it is later */
#define TAG_CLOSED ((uint32_t)1 << 30) /* | summary */
#define TAG_NUMBER (TAG_CLOSED - 1)

/* A state whose component is not finished. */
struct open_state {
    struct digest digest;
    uint64_t      slot;  /* where it was put in the visited set */
    summary       below;
};

struct components {
    struct open_state *open; /* a stack */
    size_t             bytes;
    uint32_t           count, most, room; /* there are, have been, may be */
};

/* A choice point on the path. */
struct standing {
    uint32_t index, low; /* its place among the open states, and the first that it is known to reach */
    bool     open;       /* a state below the thread being tried is unfinished */
};

bool     components_open(struct components *c);
void     components_close(struct components *c);
uint64_t components_bytes(const struct components *c); /* that have been in use */
summary  components_below(const struct components *c, struct summaries *s, const struct standing *p); /* all states from p on */
void     components_finish(struct components *c, struct reducing *r, const struct standing *p, uint32_t tag); /* likewise: closed by it */

static inline void components_clear(struct components *c)
{
    c->count = c->most = 0;
}

static inline uint32_t components_tag(uint32_t index)
{
    return TAG_OPEN | (index < TAG_NUMBER ? index : TAG_NUMBER);
}

/* The last choice point on the path, which the visited set has just been told of, is new. */
static inline void components_enter(struct components *c, struct reducing *r, struct standing *p)
{
    p->open = false;
    p->index = p->low = c->count++;
    c->most = c->count > c->most ? c->count : c->most;
    r->full |= c->count == c->room;
    c->open[p->index] = (struct open_state){.digest = r->nodes[r->depth].mark.digest, .slot = r->visited->last};
    visited_set_tag(r->visited, components_tag(p->index));
}

/* Summary below the state with that tag, to which a transition from p leads, if it is finished. */
static inline summary components_known(struct standing *p, uint32_t tag)
{
    if (tag & TAG_CLOSED)
        return tag & TAG_NUMBER;
    p->open = true;
    if ((tag & TAG_OPEN) && (tag & TAG_NUMBER) < p->low)
        p->low = tag & TAG_NUMBER;
    return SUMMARY_EMPTY;
}

/* The choice point behind p on the path is left, and its component is not finished. */
static inline void components_leave_open(struct standing *p, const struct standing *left)
{
    p->open = true;
    if (left->low < p->low)
        p->low = left->low;
}

#endif
