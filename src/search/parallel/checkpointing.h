/* checkpointing.h - what a search has finished outlives its process (--checkpoint): facts (reduce/shared_facts.h), what their tags mean, and
 * what the processes have found out about the program, as records (model/record.h).
 *
 * The leader of shared_results.c puts down what is new once in a while, while all others wait and have told what they know: so that there is
 * no fact among it without what was found on the way to it. In the next process the search begins at the root, knows what was known, and
 * passes by what is finished. That is sound for the reason that sharing is: a fact names neither a path nor a process. It holds for one
 * visible set; where the next process comes to see more, what was kept is dropped.
 *
 * Who keeps the records is the host's matter (packing.h): they go through a buffer that it has given. */
#ifndef MZ_SEARCH_CHECKPOINTING_H
#define MZ_SEARCH_CHECKPOINTING_H

#include <stdbool.h>

struct crew;
struct engine;

void checkpointing_learn(struct engine *e); /* before everything: what earlier processes have found out about the program */
void checkpointing_begin(struct engine *e); /* the table of facts is empty: what earlier processes have finished, if it fits */
bool checkpointing_due(struct engine *e);
/* All of it that is new, with what each worker has told so far, or in the end. */
void checkpointing_save(struct engine *e, struct crew *c, bool in_the_end);

#endif
