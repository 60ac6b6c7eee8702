/* spor.c - S-POR: algorithm 1 of "A Pragmatic Approach to Stateful Partial Order Reduction".
 *
 * One thread whose next operation is invisible is tried alone (safe_set.h).
 *
 * The paper assumes acyclic programs. A thread that does nothing but yield would be tried alone for ever, and the others
 * never: so a state that was expanded by a safe set of one thread, and led back to such a state on the path, is expanded fully.
 */
#include "base/reserve.h"
#include "model/preemption.h"
#include "reduce/reduction.h"
#include "reduce/safe_set.h"

/* Record of each choice point on the path. */
enum expanded { FULLY, SAFELY /* by a safe set of one thread */, ROUND /* which has closed a cycle, or ended the path */ };

struct spor {
    uint8_t *expanded;
    size_t   bytes;
};

static void close_spor(void *self)
{
    struct spor *s = self;
    reserve_release(s->expanded, s->bytes);
    reserve_release(s, sizeof *s);
}

static void *open_spor(uint64_t max_nodes)
{
    size_t bytes = sizeof(struct spor);
    struct spor *s = reserve(&bytes, bytes);
    if (!s)
        return NULL;
    s->bytes = max_nodes + 1;
    s->expanded = reserve(&s->bytes, s->bytes);
    if (s->expanded)
        return s;
    close_spor(s);
    return NULL;
}

static threadset enter(struct reducing *r)
{
    struct spor *s = r->self;
    threadset enabled = r->nodes[r->depth].enabled;
    /* With a bound only the thread that has moved last may go on alone, and only if to leave it is to preempt it: where it gives way
     * another one goes on for nothing, and behind that point it would cost a preemption. */
    threadset candidates = ALL_THREADS;
    if (r->bounded)
        candidates = threadset_if(can_be_preempted(r->lts, enabled, r->mover), threadset_of(r->mover));
    threadset safe = safe_set(r->lts, enabled, candidates, r->future);
    s->expanded[r->depth] = threadset_equal(safe, enabled) ? FULLY : SAFELY;
    return safe;
}

/* On a cycle of states that were all expanded safely the last one is expanded fully. So is a state from which the safe step ended the path,
 * at a fault or at the end of the program: what others can do before has to be explored. */
static void arrived(struct reducing *r, enum led led)
{
    struct spor *s = r->self;
    bool ended = led == LED_FAULT || led == LED_AWAY || (led == LED_END && r->lts->end(r->lts->self) == LTS_ENDED);
    if (s->expanded[r->depth] == SAFELY && ended)
        s->expanded[r->depth] = ROUND;
    if (s->expanded[r->depth] != SAFELY || (led != LED_BACK && led != LED_ROUND))
        return;
    for (uint64_t i = r->depth + 1; i-- > 0 && s->expanded[i] != FULLY;)
        if (led == LED_ROUND || digest_equal(r->nodes[i].mark.digest, r->at))
            s->expanded[r->depth] = ROUND;
}

static threadset more(struct reducing *r)
{
    const struct spor *s = r->self;
    const struct node *n = &r->nodes[r->depth];
    return s->expanded[r->depth] == ROUND ? n->enabled & ~n->done : NO_THREADS;
}

static void leave(struct reducing *r)
{
    const struct node *n = &r->nodes[r->depth];
    r->pruned += threadset_size(n->enabled & ~n->done);
}

const struct reduction reduction_spor = {
    .is = &reduction_kind_spor,
    .needs = NEEDS_DEPTH_FIRST,
    .keeps = KEEPS_ALL | KEEPS_PATHS,
    .open = open_spor,
    .close = close_spor,
    .enter = enter,
    .more = more,
    .arrived = arrived,
    .leave = leave,
    .memory = &(const struct reduction_memory){.node_bytes = 1},
};
