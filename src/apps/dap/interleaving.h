/* interleaving.h - a recorded interleaving with a cursor in it: what a debugger shows of a program that is not run. */
#ifndef MZ_APPS_DAP_INTERLEAVING_H
#define MZ_APPS_DAP_INTERLEAVING_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { NO_STEP = -1 };

struct interleaving {
    json_t *document;       /* of `mazurka replay --json` */
    const json_t *finding, *steps, *threads;
    size_t  count, at;      /* steps; the one that is next: `count` where all are done */
};

/* False, with a sentence in *why: the file holds none. */
bool interleaving_read(struct interleaving *w, const char *path, char **why);
void interleaving_free(struct interleaving *w);

const json_t *interleaving_step(const struct interleaving *w, size_t step);
unsigned interleaving_thread(const struct interleaving *w, size_t step); /* of the step; of the fault behind the last one */

/* The next step of a thread from a step on, and the last one before it; NO_STEP. */
long interleaving_next(const struct interleaving *w, unsigned thread, size_t from);
long interleaving_previous(const struct interleaving *w, unsigned thread, size_t before);

enum thread_phase { THREAD_NOT_CREATED, THREAD_ALIVE, THREAD_ENDED };
enum thread_phase interleaving_phase(const struct interleaving *w, unsigned thread);

/* Next operation of the thread, as a step or as one of `pending`, with text and place; NULL: it has ended, or nothing
 * is known. */
const json_t *interleaving_position(const struct interleaving *w, unsigned thread);

/* Objects that the steps touch, in the order of their first steps, with their values at the cursor: [[name, value], …]. */
json_t *interleaving_memory(const struct interleaving *w);
/* The locks that are held there: [[name, holder's number as text], …]. */
json_t *interleaving_locks(const struct interleaving *w);
/* NULL: no step touches an object of this name. */
const char *interleaving_value(const struct interleaving *w, const char *name);

#endif
