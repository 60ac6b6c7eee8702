/* checkpointing.h - the checkpoint of a search (--checkpoint): facts of finished states (reduce/shared_facts.h), the meaning of their
 * tags, and what the processes know of the program, as records (model/record.h).
 *
 * Periodically the leader of shared_results.c pauses all workers, collects what they know, and appends the new facts to the checkpoint,
 * so that no fact is kept without what was found on the path to it. In the next process the search begins at the root, with the facts
 * that were kept, and passes by finished states. That is sound for the reason that sharing is: a fact names neither a path nor a
 * process. Facts hold for one visible set; where the next process sees more, they are dropped.
 *
 * Who keeps the records is the host's matter (record_writer.h): they go through a buffer that it has given. */
#ifndef MZ_SEARCH_CHECKPOINTING_H
#define MZ_SEARCH_CHECKPOINTING_H

#include <stdbool.h>

struct worker_group;
struct engine;

void checkpointing_learn(struct engine *e); /* before everything: what earlier processes have found out about the program */
void checkpointing_begin(struct engine *e); /* the table of facts is empty: what earlier processes have finished, if it fits */
bool checkpointing_due(struct engine *e);
/* All of it that is new, with what each worker has told so far, or in the end. */
void checkpointing_save(struct engine *e, struct worker_group *g, bool in_the_end);

#endif
