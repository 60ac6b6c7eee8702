/* within.h - the states that lie within a bound, found without the engine: every pair of a state and what the cost of the next transition
 * depends on, with every cost. */
#ifndef MZ_TESTS_WITHIN_H
#define MZ_TESTS_WITHIN_H

#include "state_set.h"
#include "toy.h"

enum cost_kind { COST_DEPTH, COST_PREEMPTIONS, COST_DELAYS, COST_SWITCHES, COST_CS, COST_PL_NCS, COST_CS_NCS, COST_VT, COST_KINDS };
extern const char *const cost_names[];

extern uint32_t most_chosen, most_involved; /* variables and threads of preemptions, by COST_VT */

struct within {
    const struct toy_program *program;
    enum cost_kind   kind;
    unsigned         count; /* of points */
    struct state_set states;
    bool             too_large, cut;
};

/* All states that paths of at most that cost lead to; with `soft`, also one transition further from costs below it. */
void find_within(struct within *w, const struct toy_program *p, enum cost_kind kind, uint32_t limit, bool soft);

/* From *s through single successors; false if the path ends in a fault or by an assumption. */
bool follow_single(const struct toy_program *p, struct toy_state *s, bool *too_long);
bool has_single(const struct toy_program *p, const struct toy_state *s);

#endif
