/* parts.h - the parts of an engine together: their memory, and what they have explored (parts.c). */
#ifndef MZ_SEARCH_PARTS_H
#define MZ_SEARCH_PARTS_H

#include "search/engine/engine_state.h"

bool engine_open(struct engine *e); /* False: no memory */
void engine_close(struct engine *e);
void engine_forget_states(struct engine *e); /* nothing is visited any more */

#endif
