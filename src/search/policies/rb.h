/* rb.h - the state of randomized backtracking (rb.c). */
#ifndef MZ_SEARCH_RB_H
#define MZ_SEARCH_RB_H

#include <stdbool.h>
#include <stdint.h>

#include "model/rb_tuple.h"

struct engine;
struct backtracking;
struct bound;

/* At the start of every round: nothing has been explored, and no jump has been made. */
void rb_begin(struct engine *e);

const struct backtracking *rb_backtracking(const struct rb_tuple *C);

/* The soft bound that the threshold is. */
const struct bound *rb_bound(const struct rb_tuple *C);

/* "all states to depth 50": what is above the threshold `limit`. */
void rb_claim(const struct rb_tuple *C, uint64_t limit, char *out, size_t size);

#endif
