/* engine_state.h - the state of a search: plain data, of the engine and of its parts. What they do is told in engine.h, and in the header
 * of each part.
 */
#ifndef MZ_SEARCH_ENGINE_STATE_H
#define MZ_SEARCH_ENGINE_STATE_H

#include "base/rng.h"
#include "base/visited.h"
#include "property/fair_cycles.h"
#include "property/livelock.h"
#include "property/race_graph.h"
#include "reduce/reduction.h"
#include "search/engine/arrival.h"
#include "search/engine/frontier.h"
#include "search/engine/node.h"
#include "search/engine/parallel_mode.h"
#include "search/engine/passed.h"
#include "search/engine/path_tree.h"
#include "search/engine/policy.h"
#include "search/engine/search_config.h"
#include "search/engine/variable_profile.h"

/* --- parts -------------------------------------------------------------------------------------------------------------- */

/* Faults that were found, told apart by hashes. */
enum { MOST_FAILED_ENDS = 32 }; /* that are kept: one would do */
struct faults {
    uint64_t count, dropped;
    uint64_t failed_ends;          /* of them: ends that are faults only if others are well */
    uint64_t cuts;                 /* of them: what is not supported. Nothing is known of what lies behind it */
    bool     one_failed, one_well, one_cut; /* in this run some execution ended so */
    uint64_t hash[WIRE_MAX_FINDINGS];
};

/* Transitions that are known to lead to known states: known_successors.c. */
struct known_successors {
    struct digest *to;     /* where transitions that have not been taken lead: those of a node from node.ahead on */
    uint32_t      *labels; /* likewise: theirs, where labels are made */
    size_t         bytes, label_bytes; /* reserved for them */
    struct passed  passed; /* by runs of single successors */
    bool           fits;   /* successors_fits() */
};

/* Bounds: state_matching.c. */
struct bounding {
    const struct bound *bound;
    uint32_t limit, from, to, step; /* `limit` now; see struct bound_config */
    bool     soft; /* beyond it transitions may be left out, by early backtracking; otherwise they are */
};

struct bounds {
    struct bounding each[MAX_BOUNDS];
    unsigned  count;
    uint64_t  cut;        /* states at which a bound cut something off */
    bool      involves;   /* one of them goes by the variables or threads of preemptions: path_facts.c keeps those */
    bool      marks_done; /* states that are explored with everything below them are marked so */
    uint64_t *note;       /* of the state just met, until the next one is */
};

/* Facts of the path that policies need, one record for each node on it: path_facts.c. */
struct path_facts {
    uint32_t cost[MAX_BOUNDS]; /* of the path to here, by each bound */
    uint32_t switches;         /* decisions that were of another thread than the one before */
    uint32_t run;              /* decisions at the end of the path that are of one thread: r in the paper */
    uint32_t trail;            /* the path in the tree; 0: not there yet, or the root */
    uint32_t chosen;           /* bound "preemption-variables": the last node on the path, plus 1, at whose `variable` there was a first
                                * preemption; 0: none */
    uint64_t variable;         /* that the last step has accessed (variable_profile.h: profile_key) */
    threadset involved;        /* in the preemptions on the path: those who were left, and those for whom */
    threadset moved;           /* threads that have made a step since the last decision, it included */
    uint16_t mover;            /* that has made the last step */
    bool     preemptible;      /* it: to go on with another thread is to preempt it */
    bool     left;             /* something here or below was left out by early backtracking */
};

struct path_records {
    bool          kept;     /* some policy asks for it */
    uint64_t      variable; /* that the last step has accessed, if a bound wants to know */
    struct path_facts *at;       /* like nodes */
    size_t        bytes;    /* reserved */
    struct op    *ops;      /* like nodes: what the thread being tried there does, for orders that ask */
    size_t        op_bytes;
};

/* Searches that consist of several: rounds.c. */
struct rounds {
    uint64_t restarts, iteration; /* done so far */
    uint64_t end;                 /* of this round, in nanoseconds since the search was started; 0: none */
    uint64_t most_states;         /* that may be stored in this round */
    uint64_t iteration_states, iteration_end; /* likewise of the iteration */
    uint64_t covered;             /* everything above this threshold has been explored */
    bool     over;                /* the search is halted because this round has had its share; others may follow */
    uint32_t cut_by;              /* enum wire_verdict: the limit that ended an iteration; 0: none has */
};

/* Randomized backtracking: rb.c. */
struct rb {
    const struct rb_tuple *C;     /* the configuration, by the paper's name for it; NULL: there is none */
    uint64_t threshold_base;      /* before the reduction, in millionths; UINT64_MAX: not known yet */
    uint64_t search_count;        /* index of the current value of I:t1-…-tn */
    uint64_t total_jump_index, cur_jump_len;
    bool     probing;             /* the first path is being left, up to the threshold that it has given */
    uint64_t revisits;            /* when it was last asked whether to turn back */
    uint64_t transitions, known;  /* and of these the known ones, when it was last looked how many lead to new states: */
    uint64_t fresh;               /* that part of the last ones, with 32 bits after the point */
};

/* Nobody can move but by time-outs, or to poll: lost_wakeups.c. */
struct waiting {
    struct visited judged; /* states of which it is known */
    struct visited tried;  /* those that were come to from the one that is being judged */
    uint64_t tried_in_all; /* and from all of them */
};

/* States from which no end of the program can be reached: endless.c. */
struct endless {
    struct visited numbers; /* of the states that are being tried */
    struct tried_state *states;
    size_t   bytes;
    uint64_t tried; /* states, in all */
};

/* Executions that are sampled in between: samplers/aside.h. */
struct sampled_aside {
    uint64_t   at;    /* states after which it is the next time */
    uint64_t   turns; /* so far, */
    uint64_t   steps; /* the last one after so many of the search */
    bool       lost;  /* the way back led to another state: there are none any more */
    struct rng rng;
};

/* Are there many states that differ in memory alone which is not read any more? unread_trial.h */
struct unread_trial {
    bool made, pays; /* then they are matched modulo that */
};

/* --- the whole ---------------------------------------------------------------------------------------------------------- */

/* Points with a single successor in a row before the state is stored and looked up all the same, so that endless loops
 * end. Such states are not counted: they are neither choice points nor ends. */
#ifndef LONG_RUN /* some tests shorten it */
#define LONG_RUN 100
#endif

/* Steps between two looks at the time, the stop flag, and whether the visible set has grown. */
enum { ENGINE_TICK = 1024, TEAM_TICK = 64 /* of a worker, whom others may be waiting for */ };

struct engine {
    /* Object and owner of the search */
    const struct lts           *lts;
    const struct search_config *config;
    struct search_report       *report;
    struct wire_counters       *counters;
    /* Position of the search */
    struct wire_decision *path;
    uint64_t    depth;      /* decisions on the path; the state there, if it is a choice point, has nodes[depth] */
    struct node *nodes;
    uint64_t    max_nodes;
    size_t      node_bytes; /* reserved */
    struct mark root;
    struct at {             /* the state that engine_take came to, and the way to it */
        struct digest digest;
        threadset     enabled;
        threadset     moved; /* threads that took a step on the way */
        threadset     could; /* threads that were enabled somewhere on it, where it started included */
        bool          chose; /* some step on it had several outcomes */
        bool          overtakes; /* where nobody moves: others could have moved before the last step */
        tid           mover; /* that took the last step */
        uint32_t      number; /* the state that was come to last in the graph of labels */
    } at;
    void (*performing)(struct engine *e, tid t); /* told of every step; NULL: nobody is */
    void       *own;        /* the driver's own, while it runs */
    bool        blind;      /* the states on the way are not going to be met: no digests are needed */
    uint32_t    fuel;       /* steps until the limits are looked at again */
    /* Results of the search */
    bool        halted;     /* stop now: `verdict` says why, or `grown` */
    bool        grown;      /* more proved to be visible: everything has to be started over */
    bool        circles;    /* threads are stuck, and whether others go round in circles meanwhile only one path shows (explore.c) */
    bool        cycles;     /* on the path are looked at (cycle.h) */
    bool        fairly;     /* fair cycles are found by components, not only on the path */
    bool        labelled;   /* the graph of what is explored is written down, with labels (race_record.h): */
    bool        recording;  /* now */
    bool        left_out;   /* a filter or early backtracking left transitions out */
    enum wire_verdict verdict;
    struct faults *faults, own_faults; /* found; those of a group are shared */
    uint64_t    errors;     /* met, each as often as it was */
    uint64_t    cuts;       /* likewise: paths that end with what is not supported */
    uint64_t    on_runs;    /* states stored on long runs of single successors */
    uint64_t    started, allowed; /* nanoseconds; allowed 0: for ever */
    struct rng  rng;
    uint64_t    seed;       /* of this run */
    /* Its parts, each by its own header */
    struct visited  visited;
    uint64_t        visited_limit; /* that it was made for */
    enum visited_extra visited_extra;
    const struct reduction *reduction; /* NULL: none */
    struct reducing reducing;
    struct known_successors successors;
    struct bounds   bounds;
    struct path_records path_facts;
    struct leaving  leaving;
    struct rb       rb;
    struct rounds   rounds;
    struct path_tree    path_tree;
    struct frontier frontier;
    struct livelock livelock;
    struct fair_cycles fair;   /* that this search finds, all of them, if `fairly` */
    struct race_graph races;
    struct waiting  waiting;
    struct endless  endless;
    struct sampled_aside aside;
    struct unread_trial unread;
    struct variable_profile  profile;   /* of searches that go by them; runs one after the other share what is known */
    struct team     team;
    const struct parallel *parallel; /* how several processes search. NULL: one does */
    struct several *several;   /* that is theirs (search/parallel) */
};

#endif
