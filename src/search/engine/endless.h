/* endless.h - states from which no end of the program can be reached (endless.c). */
#ifndef MZ_SEARCH_ENDLESS_H
#define MZ_SEARCH_ENDLESS_H

#include <stdint.h>

#include "model/threadset.h"

struct engine;

void endless_close(struct engine *e);
void endless_forget(struct engine *e); /* loops that an earlier search, or a part of one, took to end */

/* Place of t's loop, among those that a verdict rests on. `places` may be NULL. */
void endless_note(const struct engine *e, tid t, uint64_t *places);

/* Can no end be reached from the present state, whatever follows, though a thread that moves there has a way out of its loops? Then it is
 * told. Nothing of what is tried is part of the search. */
void endless_judge(struct engine *e);

/* The same where a run of single successors, which has made `steps` steps, has come to a known state: if it was there itself. */
void endless_judge_run(struct engine *e, uint64_t steps);

#endif
