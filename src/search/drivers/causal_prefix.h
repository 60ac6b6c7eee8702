/* causal_prefix.h - the execution up to the first instruction of a code fragment l_mod, as far as it says what had to happen before:
 * operations of synchronization and births of threads (Parízek, Kliber, section 3.1: the dynamic happens-before relation over the prefix
 * w, and the list E of events that are not ordered by it).
 *
 * Ordered are operations of one thread; a birth and what the thread does; two operations on one synchronization object, the later one
 * after the earlier one. Accesses to memory order nothing: that one came first guarantees nothing.
 */
#ifndef MZ_SEARCH_CAUSAL_PREFIX_H
#define MZ_SEARCH_CAUSAL_PREFIX_H

#include <stddef.h>

#include "base/visited.h"
#include "model/lts.h"

enum { PREFIX_OPS = 256, CONE_WORDS = PREFIX_OPS / 64 };

struct causal_prefix_step {
    threadset born;   /* it stands for the birth of these; none: for an operation */
    uint32_t  point;  /* decisions made before it, its own included: it was decided at node point - 1, or nowhere */
    uint16_t  thread;
    uint16_t  op;     /* its number; PREFIX_OPS: there were too many different ones, and it orders its own thread only */
    bool      event;  /* a lock is taken or given up, or a thread joined */
    bool      late;   /* it is in E: of the last causal_prefix_back() */
};

/* Events that happen before l_mod, seen from a point on the way there. A step before that point does so if it is of one of these threads,
 * gives birth to one of them, or is an operation that one of these operations depends on. */
struct cone {
    threadset threads;
    uint64_t  ops[CONE_WORDS];
};

struct causal_prefix {
    struct causal_prefix_step *steps;
    size_t              bytes;  /* reserved */
    uint32_t            count, most;
    struct visited      known;  /* operations, with their numbers from 1 */
    struct op           ops[PREFIX_OPS];
    uint64_t            dependent[PREFIX_OPS][CONE_WORDS];
    uint32_t            op_count;
};

bool causal_prefix_open(struct causal_prefix *p); /* false: no memory */
void causal_prefix_close(struct causal_prefix *p);
void causal_prefix_clear(struct causal_prefix *p); /* no steps, and no operations */

/* Is the operation one that orders anything? */
bool causal_prefix_counts(const struct op *op);

/* One more. False: no room. */
bool causal_prefix_add(struct causal_prefix *p, tid t, const struct op *op, threadset born, uint32_t point);
void causal_prefix_cut(struct causal_prefix *p, uint32_t count); /* back to so many */

struct cone cone_of(tid i);                                        /* at the first instruction of l_mod, which i executes */
bool        cone_includes(const struct cone *a, const struct cone *b); /* all of b? */

struct causal_prefix_visitor {
    void *self;
    tid   i, j;
    void (*event)(void *self, const struct causal_prefix_step *event); /* of a thread other than i and j, and not in the cone: it is in E */
    bool (*node)(void *self, uint32_t node, const struct cone *c); /* the cone, seen from this node. False: that is far enough */
};

/* From the end of the prefix, which `depth` decisions have led to and from where the cone is c, back to its beginning. Events that were
 * decided at one node are told in the order in which they happened, those of later nodes first. */
void causal_prefix_back(struct causal_prefix *p, struct cone c, uint32_t depth, const struct causal_prefix_visitor *v);

#endif
