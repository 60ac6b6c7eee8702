/* letters.h - results shared among machines (--mpi): a state that one rank has finished the others need not explore. Each has a crew of
 * its own (shared_results.c); the leaders write to each other what is new among their facts (reduce/shared_facts.h), and what their tags
 * mean.
 *
 * As with a file (checkpointing.h) all workers of a machine wait and have told what they know when a letter is made: it holds no fact
 * without what its workers have found out and reported on the way to it. Letters come in an order in which none comes before one that
 * its writer had read: that is the host's matter. So whoever finishes the root, with the help of whatever letters, has been told in
 * those all that it rests on: it learns that before it concludes, and if more proves to be visible everything starts over.
 *
 * Facts hold for one visible set; letters from those who have another one are read, but their facts are left. Who would see more if it knew
 * what they know starts over at once. Who starts over has forgotten what others have told, and says so: then they tell all of it again. A
 * letter that is lost costs work, and nothing else. */
#ifndef MZ_SEARCH_LETTERS_H
#define MZ_SEARCH_LETTERS_H

#include <stdbool.h>

#include "base/digest.h"

struct crew;
struct engine;
struct keeper;

/* What a letter begins with whose facts, and tags, have nothing to do with those of earlier ones. */
struct letter_anew {
    struct digest visible;
    uint64_t      lost; /* the writer has forgotten what others have told */
    uint64_t      reserved;
};

const struct keeper *letters_host(const struct engine *e); /* who brings them; NULL: nobody */
bool letters_wanted(const struct engine *e);
bool letters_begin(struct engine *e); /* the table of facts holds what a file has kept, at most. False: no memory */
bool letters_due(struct engine *e);
void letters_exchange(struct engine *e, struct crew *c); /* while all wait, and have told what they know */
void letters_learn(struct engine *e); /* what others have found out about the program, as far as they have told: before it is concluded */
void letters_close(struct engine *e);

#endif
