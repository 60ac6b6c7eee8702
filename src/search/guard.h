/* guard.h - is the program deterministic but for the decisions? (guard.c) */
#ifndef MZ_SEARCH_GUARD_H
#define MZ_SEARCH_GUARD_H

struct engine;

/* One walk, twice; halts if the second differs from the first. */
void guard_determinism(struct engine *e);

#endif
