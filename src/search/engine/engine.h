/* engine.h - the engine that all drivers share: taking a transition, meeting states, limits, findings.
 *
 * A choice point is a state with more than one successor. From one choice point a decision (thread, outcome) leads
 * through points with a single successor, which are neither stored nor counted, to the next choice point or to an end:
 *
 *     kind = engine_start(e)                     from the root
 *     kind = engine_take(e, t, choice, choices)  from a choice point; e->at describes where it arrived
 *     met  = engine_match(e, kind)                is that state new?
 *     engine_back(e, node)                       return to a node on the path
 *
 * A driver stops when e->halted is set.
 */
#ifndef MZ_SEARCH_ENGINE_H
#define MZ_SEARCH_ENGINE_H

#include "search/engine/engine_state.h"
#include "search/engine/findings.h"
#include "search/engine/limits.h"
#include "search/engine/state_matching.h"

enum arrival engine_start(struct engine *e);
enum arrival engine_take(struct engine *e, tid t, unsigned choice, unsigned choices); /* needs at.enabled */
void         engine_back(struct engine *e, const struct node *n);      /* to the state of a node on the path */
void         engine_push(struct engine *e);                            /* a node for the state arrived at */
enum arrival engine_run_on(struct engine *e);                          /* after ARRIVED_LONG */
enum arrival engine_pass_long(struct engine *e, enum arrival kind);    /* run on until the run ends or is known */

/* One of several threads, at random. */
static inline tid engine_any_of(struct engine *e, threadset threads)
{
    for (uint32_t skip = rng_below(&e->rng, threadset_size(threads)); skip > 0; skip--)
        threads = threadset_rest(threads);
    return threadset_first(threads);
}

#endif
