/* claims.h - a partition of the state space among machines, without a reduction (--mpi): a state belongs to the rank that claims it.
 * Each machine has a crew of its own (partition.c), whose table knows the states that the crew has entered, and those that others have
 * claimed as far as they have told; a state that is known is not entered. Leaders write to each other which states are new (their
 * claims), and parts of paths (gifts.h).
 *
 * Claims are told after states have been entered, so two machines may explore the same state: that costs work, and
 * nothing else. What must hold in the end is that every state has been entered by somebody who has come to the end of
 * it. A machine is dry when none of its workers has anything left to do and no gift waits there. Letters are handed
 * out in an order in which none comes before one that its writer had read (letters.h), so that the last words of all
 * machines, as they are known anywhere, are a consistent cut of the whole: if all were dry there, and as many gifts
 * were taken as were given, then nobody will ever have anything to do. Each concludes that for itself, when it has
 * learned what all others know of the program, and has been told what they have found.
 *
 * Claims hold for one search of all: an epoch. Who starts over begins the next one, and everybody follows as soon as it
 * is heard of: what was claimed or given before is void. What comes of a later epoch is kept until this machine is
 * there. In one epoch all have the same visible set; if not, the next one is begun, with what is known then.
 *
 * A machine that has died never says that it is dry, unless it was: then nobody concludes anything. To see that it is
 * dead, and to end the search, is the host's matter. */
#ifndef MZ_SEARCH_CLAIMS_H
#define MZ_SEARCH_CLAIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/digest.h"
#include "search/engine/arrival.h"
#include "search/parallel/crew.h"

struct engine;

enum { MOST_CLAIMS = 1 << 20 /* of a kind, between two letters */ };

/* Claims that are to be told: those of all processes of this machine, in shared memory. */
struct claim_log {
    _Alignas(64) uint64_t count;
    struct digest state[MOST_CLAIMS + CREW_MOST];
};

/* What the first letter of an epoch begins with. */
struct claims_anew {
    struct digest visible;
    uint64_t      epoch, reserved;
};

/* The wide runtime searches alone: it comes after the narrow one, which has read what others have told. */
bool claims_wanted(const struct engine *e);
bool claims_begin(struct engine *e);                  /* the next epoch: nothing is visited. False: no memory */
void claims_ask(struct engine *e, struct crew *c);    /* if a letter is due all are to wait */
void claims_exchange(struct engine *e, struct crew *c); /* while they do, and have told what they know, if that was wanted */
void claims_count(struct engine *e);                  /* counters of this crew become those of all, as far as is known */
void claims_close(struct engine *e);

/* A worker: is there room for one more? It has entered a state that was new. */
bool claims_have_room(const struct engine *e);
void claims_note(struct engine *e, struct digest d, enum arrival kind);

#endif
