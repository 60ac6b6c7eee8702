/* oracle.h - do two searches find the same in a program? Searches and reductions are held against each other, and against
 * the oracle: a plain exhaustive search that executes one statement at a time, keeps exact states, and shares nothing with
 * the engine but the meaning of a statement.
 *
 * Compared are the set of end states, the set of deadlock states, and the set of failing asserts. Where a thread ends the process
 * while others run, what these have done by then is nobody's business: only what that thread knows is compared. Where nobody else could
 * do anything but the same, the whole state is.
 *
 * Where a failing assert ends the process, the searches of the lts cannot find every one that the oracle finds: an assert
 * is local and belongs to the transition of the visible statement before it, so a state in which that statement has been
 * executed and the assert not yet failed is none of theirs. They must find some failing assert if there is one. Likewise
 * a search that infers what is visible sees nothing of what lies behind such an assert, and may then miss ends and
 * deadlocks too; it is compared in full where no assert fails. Where asserts are visible or stop only their thread, all
 * sets must be equal. Reductions are held to what they claim to keep (oracle_lost), with the same exception.
 */
#ifndef MZ_TESTS_ORACLE_H
#define MZ_TESTS_ORACLE_H

#include "search/search.h"
#include "state_set.h"
#include "toy_graph.h"

/* A search as it is configured for a comparison. */
struct oracle_search {
    const char                *name;
    const struct search       *driver;  /* NULL: the oracle itself; what follows does not apply then */
    const struct reduction    *reduction;
    const struct order        *order, *then;
    const uint8_t             *threads; /* TOY_THREADS of them, for order_threads */
    const struct filter       *filter;
    const struct backtracking *backtracking;
    uint32_t                   variant;
    bool                       future;  /* the reduction goes by what threads may access, too */
    uint64_t                   seed, max_depth, runs;
    bool                       infer;   /* all variables are taken for local at first */
    bool                       unwalked; /* the search itself has to find out that they are not: walks before it see nothing, and
                                          * what was found before it started over does not count */
    bool                       escaped; /* with `infer`: variables that are taken for local are choice points, and invisible */
    bool                       livelock;
    bool                       way_out; /* states from which no end can be reached are faults, of threads that have a way out */
    bool                       unforeseen; /* the lts foresees no steps */
    bool                       unread;   /* states are matched modulo variables that are not read any more (reduce/unread.h) */
    uint64_t                   tried_after; /* whether that is better is tried after so many states (drivers/unread_trial.h); 0: never */
    bool                       never_looks; /* an operation that may only look (model/op.h) counts as if it did not */
};

struct oracle_result {
    struct state_set     ended, deadlocked;
    uint32_t             failed[TOY_THREADS]; /* failing asserts: masks of pcs */
    uint32_t             raced[TOY_THREADS][TOY_CODE][TOY_THREADS]; /* accesses that conflict, pending in one state: likewise */
    bool                 endless;             /* a state was found from which no end can be reached */
    bool                 paid;                /* it was better to match states modulo variables that are not read any more */
    bool                 finished;            /* it was not ended by the limit on states */
    uint64_t             states;
    uint64_t             executions, given_up; /* explored to the end, and half-way, of reductions that match no states */
    struct wire_counters counters;            /* of the engine */
    enum wire_verdict    verdict;
};

enum { ORACLE_WHY = 200 };

/* The oracle itself. */
extern const struct oracle_search oracle_plain;

void oracle_run(const struct oracle_search *search, const struct toy_program *p, uint64_t max_states, struct oracle_result *r);
/* The same by one of the engine's searches that infers nothing, on a program that many of them are run on. */
void oracle_run_in(struct toy_graph *g, const struct oracle_search *search, uint64_t max_states, struct oracle_result *r);
/* What is left in variables when all is over counts no more, where nobody reads it: as searches with `unread` find it. */
void oracle_forget(struct oracle_result *r);
void oracle_free(struct oracle_result *r);

/* Do both find the same? If not, `why` says what differs. A program with more than max_states states is not compared:
 * *skipped is set. */
bool oracle_same(const struct oracle_search *a, const struct oracle_search *b, const struct toy_program *p,
                 uint64_t max_states, bool *skipped, char why[ORACLE_WHY]);

/* What the second result lacks of the first, which is complete: enum reduction_keep. *more: it has
 * something that the first one has not, which nobody may. */
uint32_t oracle_lost(const struct toy_program *p, const struct oracle_result *all, const struct oracle_result *some, bool *more);

/* Make p as small as possible while the predicate stays true of it. */
typedef bool oracle_predicate(void *self, const struct toy_program *p);
void oracle_shrink(struct toy_program *p, oracle_predicate *still, void *self);

/* Compare on `count` random programs of a class. Returns how many differ, and prints the first one, made small. */
struct oracle_tally {
    unsigned compared, skipped, differ;
    unsigned with_ends, with_deadlocks, with_failures; /* programs that have such */
    uint64_t states;                                   /* of a, in all */
};
struct oracle_tally oracle_random(const struct oracle_search *a, const struct oracle_search *b, unsigned class,
                                  unsigned count, uint64_t seed, uint64_t max_states);

/* What the engine's counters must say of an unreduced search, found independently of it; max_depth 0: no limit. With one,
 * states are those that so many decisions lead to, and transitions those of states that fewer do. */
struct oracle_counts {
    uint64_t states, transitions, end_states, deadlocks;
    uint64_t unexpanded; /* choice points at the depth limit */
    bool     finished;   /* there are no more than max_states */
};
struct oracle_counts oracle_count(const struct toy_program *p, uint64_t max_states, uint64_t max_depth);

/* Runs the search with all faults and replays the schedule of each one found. False if one does not lead to its fault. */
bool oracle_replays(const struct oracle_search *search, const struct toy_program *p, unsigned *replayed);

#endif
