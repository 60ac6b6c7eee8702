/* covered.h - the end of a search, and what it has covered where that is not everything (covered.c). */
#ifndef MZ_SEARCH_COVERED_H
#define MZ_SEARCH_COVERED_H

#include "search/engine/engine_state.h"

enum wire_verdict search_verdict(const struct engine *e); /* how the search has ended */
bool covered_looks_again(const struct engine *e);  /* everything is explored once more, for loops */
bool covered_misses_loops(const struct engine *e); /* there may be loops that nobody has seen */

/* "within 2 preemptions"; `partial`: early backtracking has left parts out. */
void covered_claim(const struct engine *e, bool partial, char *out, size_t size);

void covered_note(struct engine *e);                       /* a round has ended, and others may follow */
void covered_note_depth(struct engine *e, uint64_t depth); /* all states to this depth have been met */

#endif
