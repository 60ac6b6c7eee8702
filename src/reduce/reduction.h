/* reduction.h - the enabled threads that must be tried at a state so that nothing that matters is lost.
 *
 * A reduction declares what it needs from the search and what it keeps; a search that does not fit is refused before it
 * starts. It sees the state through its lts and the node's plain sets, never a strategy.
 *
 * The driver tells it of everything that happens, in this order:
 *
 *     enter                        a choice point has joined the path; the answer is what must be tried at once
 *     more                         nothing is left to try: one of these comes next; none: the node is done with
 *       performing                 before every step from there to the next choice point or end
 *       arrived                    where the transition led; if it is a new choice point, `enter` follows for that
 *     tried                        every outcome of the thread has been explored
 *     leave                        the choice point leaves the path
 */
#ifndef MZ_REDUCE_REDUCTION_H
#define MZ_REDUCE_REDUCTION_H

#include "base/lock.h"
#include "base/visited.h"
#include "model/record.h"
#include "model/reduction_table.h"
#include "search/engine/node.h"

enum reduction_need {
    NEEDS_DEPTH_FIRST = 1,  /* successors are explored to the end before the next transition of a node */
    NEEDS_EVERYTHING = 2,   /* nothing is left out: no filter, no early backtracking, no bound */
    NEEDS_TAGS = 4,         /* a tag with every state, which is the reduction's own */
    NEEDS_NO_MATCHING = 8,  /* no state counts as known, unless it is on the path: then the search is partial */
};

enum reduction_keep {
    KEEPS_END_STATES = 1,
    KEEPS_DEADLOCKS = 2,
    KEEPS_ASSERTIONS = 4,   /* every failing assertion, and other faults that one thread's step shows */
    KEEPS_LIVELOCKS = 8,    /* a fair cycle of states, if there is one (docs/design/reductions-proofs.md) */
    KEEPS_RACES = 16,       /* every pair of conflicting accesses that are pending in one state (docs/use/reductions.md) */
    KEEPS_FAULTS = KEEPS_END_STATES | KEEPS_DEADLOCKS | KEEPS_ASSERTIONS,
    KEEPS_ALL = 31,
    KEEPS_PATHS = 32,       /* every execution from a state that is explored is, up to the order of independent steps, the beginning of a
                             * path from there; where that is asked for (struct reducing: paths) */
};

struct facts;
struct reduction;

/* A search as its reduction sees it. */
struct reducing {
    const struct reduction *by;
    const struct lts *lts;
    struct visited   *visited;
    struct facts     *facts;  /* what other processes know, too (shared_facts.h); NULL: there are none */
    struct node      *nodes;  /* the path: nodes[0 … depth] */
    const struct digest *ahead; /* where transitions of theirs lead that are foreseen (node.h) */
    uint64_t          depth;  /* of the last one */
    threadset         moved;  /* threads that took a step since then, or on the way to it while it is being entered */
    tid               mover;  /* that took the last step */
    struct digest     at;     /* the state arrived at */
    bool              shared; /* what it opened is shared with other processes */
    bool              handed_over; /* to them: what tags of finished states mean stays when states are forgotten */
    bool              future;  /* safe sets go by what threads will access, too (safe_set.h) */
    bool              fair;    /* fair cycles are looked for: a reduction that keeps them does so at a price */
    uint32_t          variant; /* which threads come first among those that are as good (frame_prefer); 0: the usual ones */
    const struct lts_reading *reading; /* states are matched modulo memory that is not read any more (unread.h); NULL: they are not */
    bool              paths;   /* what paths lead to is asked, not only which states there are (KEEPS_PATHS) */
    bool              bounded; /* not everything is explored */
    bool              partial; /* the reduction had to leave something out */
    bool              endless; /* from the choice point that is left no end can be reached; of reductions that look for ends */
    bool              full;    /* there is no memory for what it must know: the search ends */
    uint64_t          covered; /* new choice points that were covered by finished states */
    uint64_t          pruned; /* enabled threads that were not tried, over all states */
    uint64_t          retraversed; /* transitions that were followed again, in memory, to decide that */
    uint64_t          lacked;      /* by another process, which speaks for all (search/parallel/rivals.c) */
    uint64_t          executions, given_up; /* explored to the end, and half-way, of reductions that match no states */
    void             *self;   /* what open() made */
    /* Target of t's transition from nodes[depth], found out by taking it and coming back; `performing` is told of it. False: it leads to no
     * choice point and to no end, or t has several outcomes. */
    bool (*look)(struct reducing *r, tid t, struct digest *to);
};

/* Target of a transition from nodes[depth]: to a state whose tag is at hand (visited_tag) if it is LED_ON, LED_BACK or
 * LED_END. */
enum led {
    LED_ON,     /* to a new choice point */
    LED_BACK,   /* to a state that is known */
    LED_END,    /* to a state without successors, which may be known */
    LED_AWAY,   /* the path was given up */
    LED_ROUND,  /* along an endless run of single successors */
    LED_FAULT,  /* the last step ended in a fault: nothing follows */
};

/* Has the last step, which began with this operation, ended the path although others of those alive before could have gone on? Not if it
 * was bound to: they did then, by the park rule (labels.h). */
static inline bool reducing_cut_off(const struct reducing *r, enum op_kind last, threadset live, enum led led)
{
    const struct lts *l = r->lts;
    switch (led) {
    case LED_FAULT: return last != OP_FAULT;
    case LED_AWAY:  return last != OP_ASSUME;
    case LED_END:   return last != OP_PROCESS_EXIT && l->end(l->self) == LTS_ENDED && threadset_any(live & ~threadset_of(r->mover));
    default:        return false;
    }
}

/* Memory that a reduction takes for what it knows. */
struct reduction_memory {
    size_t node_bytes;              /* for each state on the path */
    uint64_t (*bytes)(void *self);  /* for what was explored. NULL: none */
    uint64_t (*lacked)(void *self); /* how often there was no memory for what it would have known. NULL: never */
};

/* Several processes with one reduction, for which what it knows of a finished state is of use to the others. */
struct reduction_sharing {
    bool (*share)(void *self);                  /* before they are forked: tags of finished states mean the same to all. False: no memory */
    void (*join)(void *self, struct lock lock); /* this process is one of them now */
    bool (*finished_elsewhere)(struct reducing *r, struct digest d, uint32_t *tag);
    void (*begin_again)(void *self);            /* nothing is open any more; what was finished stays so */
    uint64_t (*to_keep)(void *self);            /* entries of the visited set that are not among the facts, */
    void (*collect)(struct reducing *r);        /* and nothing else is kept of it */
};

/* Records of what it knows, for a checkpoint, which outlives the process, and for processes on other machines. */
struct reduction_records {
    /* The meaning of tags, as far as it has not been put down yet; anew: all of it. */
    void (*save)(void *self, enum record_stream stream, bool anew, const struct record_taker *to);
    /* Records of a checkpoint, after share(), before anything is explored; RECORD_NONE: that was all. False: it cannot be. */
    bool (*restore)(void *self, enum record_kind kind, const void *things, size_t bytes);
    /* Records of process `from`, on another machine: RECORD_ANEW, its tags begin anew. And what a tag of it is here. False: it means
     * nothing. */
    bool (*take)(void *self, unsigned from, enum record_kind kind, const void *things, size_t bytes);
    bool (*translate)(void *self, unsigned from, uint32_t *tag);
};

/* Each row of REDUCTION_TABLE has one, in a file of its own. */
struct reduction {
    const struct reduction_kind *is;
    uint32_t needs, keeps; /* enum reduction_need, reduction_keep */
    bool seeks_ends;       /* it tells of states from which no end can be reached (`endless`) */
    void *(*open)(uint64_t max_nodes); /* NULL: no memory. The member may be NULL: nothing to open, and nothing to close or reset */
    void (*close)(void *self);
    void (*reset)(void *self);         /* nothing has been explored */
    /* The last choice point is new, and is entered next. Which threads will probably be tried there? It is worth while to foresee where
     * those lead. NULL: all. */
    threadset (*likely)(struct reducing *r);
    threadset (*enter)(struct reducing *r);
    threadset (*more)(struct reducing *r);                               /* NULL: no more */
    tid (*prefer)(struct reducing *r, threadset candidates);             /* where no order was asked for. NULL: the first */
    void (*performing)(struct reducing *r, tid t);                       /* NULL: not interested, likewise below */
    void (*arrived)(struct reducing *r, enum led led);
    /* The new choice point, where the lts is, is covered by a finished state: then the last entry of the visited set has its tag now. NULL:
     * none ever is. */
    bool (*covered)(struct reducing *r);
    /* t's only step is not taken: it is known to lead to the state with this tag. False: it has to be. NULL: it always has. */
    bool (*foreseen)(struct reducing *r, tid t, uint32_t tag);
    void (*tried)(struct reducing *r, tid t);
    void (*leave)(struct reducing *r);
    const struct reduction_memory  *memory;  /* NULL: it takes none */
    const struct reduction_sharing *sharing; /* NULL: it knows nothing that is of use to other processes */
    const struct reduction_records *records; /* there is one where there is `sharing` */
};

#define REDUCTION_DECLARED(id, ...) extern const struct reduction reduction_##id;
REDUCTION_TABLE(REDUCTION_DECLARED)
#undef REDUCTION_DECLARED

extern const struct reduction *const reductions[]; /* ends with NULL */
const struct reduction *reduction_find(const char *name);

#endif
