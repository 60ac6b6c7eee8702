/* reduced.h - calls of the reduction by a depth-first driver, which tells it what happens on the path (reduced.c). Not called if there
 * is none. */
#ifndef MZ_SEARCH_REDUCED_H
#define MZ_SEARCH_REDUCED_H

#include "reduce/reduction.h"
#include "search/engine/arrival.h"

struct engine;

bool      reduced_open(struct engine *e);                       /* with the configuration of e. False: no memory */
bool      reduced_may_leave_unread(const struct engine *e);     /* may states be matched modulo memory that is not read any more? */
void      reduced_close(struct engine *e);
void      reduced_forget(struct engine *e);                     /* nothing has been explored */
threadset reduced_likely(struct engine *e);                     /* before reduced_enter(): what will probably be tried */
threadset reduced_enter(struct engine *e);                      /* nodes[depth] is new: what must be tried */
threadset reduced_more(struct engine *e);                       /* everything has been: one of these must be, too; none: done */
tid       reduced_prefer(struct engine *e, threadset candidates);
void      reduced_performing(struct engine *e, tid t);
void      reduced_arrived(struct engine *e, enum arrival kind, enum met met);
bool      reduced_foreseen(struct engine *e, tid t, struct digest to); /* is that state known, and the step not needed? */
bool      reduced_covered(struct engine *e);                    /* the new state arrived at, by a finished one? Then it counts as known */
void      reduced_tried(struct engine *e, tid t);
void      reduced_leave(struct engine *e);

#endif
