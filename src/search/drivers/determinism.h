/* determinism.h - the test whether the program is deterministic but for the scheduler's decisions (determinism.c). */
#ifndef MZ_SEARCH_DETERMINISM_H
#define MZ_SEARCH_DETERMINISM_H

struct engine;

/* One walk, twice; halts if the second differs from the first. */
void guard_determinism(struct engine *e);

#endif
