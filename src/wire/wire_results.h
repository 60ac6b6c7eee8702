/* wire_results.h - the results of a search in the shared memory: verdict, counters, runs, pairs, findings (wire.h). */
#ifndef MZ_WIRE_WIRE_RESULTS_H
#define MZ_WIRE_WIRE_RESULTS_H

#include <stdint.h>

#include "model/fault.h"

enum wire_phase {
    WIRE_BOOT,     /* the runtime has not taken over yet */
    WIRE_SETUP,    /* the program runs up to its first thread or choice */
    WIRE_WALKS,    /* a few random walks infer what is shared */
    WIRE_EXPLORE,
    WIRE_DONE,     /* result is complete */
};

enum wire_verdict {
    WIRE_NO_VERDICT,   /* the process died before it had one */
    WIRE_COMPLETE,     /* every state was explored */
    WIRE_BUG,          /* at least one fault is in `finding` */
    WIRE_LIMIT_STATES,
    WIRE_LIMIT_DEPTH,  /* complete but for what lies beyond a bound (--depth, --preemptions, --delays): see message */
    WIRE_LIMIT_MEMORY,
    WIRE_LIMIT_TIME,
    WIRE_STOPPED,      /* the tool set `stop` */
    WIRE_REFUSED,      /* see finding[0].fault, or the message: not deterministic, or more than this runtime has room for */
    WIRE_REPLAYED,     /* replay: the schedule was followed to its end; finding[0] holds the fault, if any */
    WIRE_REPLAY_LOST,  /* replay: the schedule does not fit the program */
    WIRE_PARTIAL,      /* it left parts out by its nature (random walks, early backtracking); see message for what it did not */
    WIRE_UNSOUND,      /* the options do not go together: see message */
    WIRE_FAILED_EARLY, /* the program has ended with a status other than 0, and there was nothing to explore: see message */
    WIRE_WORKER_LOST,  /* one of several worker processes died: what it would have explored was not */
    WIRE_CUT,          /* every state was explored, but for what lies behind something that is not supported: see `finding` */
};

/* End of a search of which some paths were cut. */
static inline enum wire_verdict wire_cut(enum wire_verdict end)
{
    return end == WIRE_COMPLETE ? WIRE_CUT : end;
}

/* From which step of a schedule on no execution ends well: that is not known; from that decision; from the start. */
enum wire_fate_kind { WIRE_FATE_UNKNOWN, WIRE_FATE_STEP, WIRE_FATE_SEALED };

struct wire_fate {
    uint64_t kind, step; /* the number of the decision, from 0 */
};

/* Part that a search has explored whole before it went on to more: it stands, however the search ends. */
struct wire_covered {
    uint64_t states;      /* 0: nothing */
    uint64_t loops_unseen; /* as of the whole search, below */
    char     within[120]; /* "within 1 preemption" */
};

/* Counters of executions that are sampled; all but the number of them by those of which the probability is known
 * (pct.c, ranked.c). */
struct wire_sampled {
    uint64_t threads, steps; /* of one, at most */
    uint64_t variables;      /* of all */
    uint64_t accesses;       /* in one at most, to as many variables as are drawn together, */
    uint64_t median;         /* and to one that is accessed no less often than half of them */
    uint64_t choices;        /* steps with several outcomes */
    uint64_t executions;     /* in all */
    uint64_t cuts;           /* of them, those that were not followed to their end */
    uint64_t depth;          /* of the bugs that are looked for: it may rise (search/samplers/pct.c) */
    uint64_t promised;       /* executions since the most of everything was known, and the depth is this one */
};

/* Counters of executions that are ranked by preemptions c, variables v and threads t (search/drivers/ranked.c). */
enum { WIRE_RANK_MOST = 8 /* of each */ };
struct wire_ranked {
    uint64_t seen;    /* stands for the threads and variables that were */
    uint8_t  covered[WIRE_RANK_MOST + 1][WIRE_RANK_MOST + 1]; /* for c and v: t; 0: not yet */
    uint8_t  certain[WIRE_RANK_MOST + 1][WIRE_RANK_MOST + 1]; /* nothing was left to chance */
    uint8_t  reserved[6];
    uint64_t pruned;         /* executions that nothing was derived from, because another one was like them */
    uint64_t c, v, t;        /* of the one that is being made: preemptions and variables so far, and which threads it was made for */
};

struct wire_counters {
    uint64_t states;       /* distinct states stored (choice points and ends) */
    uint64_t transitions;  /* steps out of choice points */
    uint64_t revisits;     /* transitions that led to a known state */
    uint64_t foreseen;     /* of them, those that were not taken because that was known before */
    uint64_t steps;        /* visible operations performed, single-successor points included */
    uint64_t end_states;   /* distinct states in which the program has ended, */
    uint64_t overtaking;   /* and of those the ones in which others could have gone on */
    uint64_t deadlocks;    /* distinct deadlock states */
    uint64_t depth;        /* now */
    uint64_t max_depth;
    uint64_t run;          /* steps of the run of single successors that the search is on, where that is long */
    uint64_t restarts;     /* searches started over because more memory proved to be shared */
    uint64_t graphs_left;  /* and because there was no memory for the graph that data races are looked for in */
    uint64_t visible_bytes;/* memory found to be shared */
    uint64_t table_bytes;  /* visited set */
    uint64_t path_bytes;   /* undo log, at its highest */
    uint64_t walks;
    uint64_t nanoseconds;  /* of exploration, without set-up */
    uint64_t threads;      /* most threads alive at once */
    uint64_t hooks;        /* replay and walks only */
    uint64_t heartbeat;    /* grows while the engine (not the program) has control */
    uint64_t assumed;      /* paths given up by mz_assume */
    /* Counters of searches in several rounds (restarts, iterations): `states`, `end_states`, `deadlocks` are those of
     * the last round. */
    uint64_t earlier;      /* states of the rounds before */
    uint64_t rounds;       /* rounds that were begun */
    uint64_t again;        /* states expanded again because more of a bound was left */
    uint64_t left_early;   /* states left with transitions untried */
    uint64_t filtered;     /* transitions that a filter left out */
    uint64_t jumps, jump_levels, longest_jump; /* early backtracking: jumps, their lengths in all, the longest */
    uint64_t replayed;     /* steps made to come back to states, not counted in `steps` */
    /* Counters of a reduction. */
    uint64_t pruned;       /* enabled threads that were not tried, over all states */
    uint64_t retraversed;  /* transitions that were followed again, in memory, to decide that */
    uint64_t executions;   /* explored to the end, by one that matches no states */
    uint64_t lacked;       /* what it would have known, had there been memory for it: less was pruned */
    uint64_t restored;     /* finished states that an earlier process has left */
    uint64_t taken;        /* finished states that other machines have told of before this one has come to them */
    struct wire_sampled sampled;
    struct wire_ranked  ranked;
};

/* One of several processes that search together (-j). Nobody else's counters are in the same lines of the cache. */
struct wire_worker {
    _Alignas(128) uint32_t pid; /* 0: it is no more */
    uint32_t reserved;
    struct wire_counters counters;
};
enum { WIRE_MAX_WORKERS = 64 };

/* One of several runs with different seeds. */
struct wire_run {
    uint64_t seed;
    uint64_t states;       /* processed, until the error if one was found */
    uint64_t transitions, depth, nanoseconds;
    uint64_t processor;    /* nanoseconds of it that the run has taken, without the walks before the first one */
    uint64_t bytes;        /* at most, of the states, of what the reduction knows of them, and of the path */
    uint64_t path;         /* length of the error path, in decisions */
    uint32_t switches;     /* of threads on it, between decisions */
    uint32_t preemptions;  /* of them: away from a thread that could have gone on, and did not give way (model/preemption.h) */
    uint32_t verdict;      /* enum wire_verdict; WIRE_UNSOUND: it is of a series, and was refused */
    uint32_t series;       /* number of the search in a series, from 0 */
};

/* A census (search/drivers/census.c): what was reached, each as often as it was. */
struct wire_lengths {      /* of paths, in decisions */
    uint64_t count, least, most, sum;
    unsigned __int128 squares;
};
struct wire_tally {
    uint64_t states;       /* reached */
    uint64_t error_states;
    uint64_t paths;        /* that have ended: at an end, a known state or an error */
    uint64_t reserved;
    struct wire_lengths errors, failed; /* of them: in an error; at an end with a status other than 0, where that may not be one */
};
struct wire_census {
    struct wire_tally all, sampled;
    uint64_t unsampled;    /* states since the last sample */
    uint64_t reserved;
};

/* One pair of threads and one code fragment (search/drivers/pairs.c). */
struct wire_pair {
    uint16_t first, second; /* threads, by their numbers: T_i, which comes to the fragment, and T_j */
    uint32_t fragment;
    uint32_t taken;        /* somebody explores it, or has */
    uint32_t verdict;      /* enum wire_verdict: complete, a bug, or what has stopped it; 0: it was not explored */
    uint64_t states, transitions, nanoseconds;
    uint64_t entries;      /* paths on which T_i has come to the fragment; 0: it never did */
    uint64_t met;          /* T_j was there on some path: otherwise this is no pair */
    uint64_t events;       /* of other threads whose order was changed (E), over all of these */
};

/* One decision at a choice point. */
struct wire_decision {
    uint16_t thread;
    uint16_t choice;
};

/* One of the two accesses of a data race. `stack` is that of the thread, innermost first. */
enum { WIRE_STACK = 24 };
struct wire_access {
    uint64_t pc;
    uint64_t addr;
    uint32_t size;
    uint32_t thread;
    uint16_t kind;         /* enum op_kind */
    uint8_t  write, atomic;
    uint8_t  performed;    /* it has happened; otherwise the thread is about to make it */
    uint8_t  reserved[3];
    uint32_t stack_used;
    uint32_t reserved2;
    uint64_t block, block_size, block_pc; /* if addr lies in a heap block: its start, size and allocation site */
    uint64_t stack[WIRE_STACK];
};

/* A fault and the decisions that lead to it from the first choice point. */
struct wire_finding {
    struct fault fault;
    uint64_t     first;    /* index of its first decision in the decisions section */
    uint64_t     count;
    uint64_t     states;   /* stored when it was found */
    uint64_t     events;   /* replay: recorded before it was found */
    struct wire_access access[2]; /* of a data race */
};
/* Beyond races there is room for what ends a path, and beyond bugs for the first thing that is not supported. */
enum { WIRE_MAX_BUGS = 256, WIRE_MAX_FINDINGS = WIRE_MAX_BUGS + 1, WIRE_MAX_RACES = 128 };

#endif
