/* state_set.h - a set of exact toy states, in the order of insertion. */
#ifndef MZ_TESTS_STATE_SET_H
#define MZ_TESTS_STATE_SET_H

#include "toy.h"

struct state_set {
    struct toy_state *states;
    uint32_t         *index;  /* open addressing: position + 1 */
    size_t            count, capacity;
};

bool state_set_add(struct state_set *set, const struct toy_state *s); /* true if it is new */
size_t state_set_at(const struct state_set *set, const struct toy_state *s); /* the number of one that it has */
bool state_set_has(const struct state_set *set, const struct toy_state *s);
void state_set_free(struct state_set *set);

#endif
