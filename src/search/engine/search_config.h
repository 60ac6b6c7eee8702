/* search_config.h - the configuration that the host of a search sets, and the results that it gets back (search.h). */
#ifndef MZ_SEARCH_SEARCH_CONFIG_H
#define MZ_SEARCH_SEARCH_CONFIG_H

#include "model/lts.h"
#include "model/search_table.h"
#include "reduce/reduction.h"
#include "search/engine/policy.h"
#include "wire/wire.h"

struct engine;
struct search_config;
struct heuristic;

/* A driver: how the graph of states is walked. Each row of SEARCH_TABLE has one, in a file of its own. */
struct search {
    const struct search_kind *is;
    void (*run)(struct engine *e);
    /* Why it does not go with the other parts, or with those of --rb; NULL: it does. The members may be NULL: whatever refusal.c allows. */
    const char *(*refuses)(const struct search_config *c);
    const char *(*refuses_rb)(const struct search_config *c);
    const struct heuristic *const *heuristics; /* that it can go by: a list that ends with NULL. NULL: it goes by none */
    bool counts;  /* paths, each up to its first error, be that a data race */
    bool replays; /* a schedule: nothing is inferred before, and nothing is tried besides */
};

#define SEARCH_DECLARED(id, ...) extern const struct search search_##id;
SEARCH_TABLE(SEARCH_DECLARED)
#undef SEARCH_DECLARED
extern const struct search search_replay, search_fate; /* not for users to ask for */

extern const struct search *const searches[]; /* ends with NULL */
const struct search *search_find(const char *name);

/* Rank of a state for search_best: smallest rank first, below 2^24. */
struct heuristic {
    const struct part_kind *is; /* its row in HEURISTIC_TABLE */
    uint32_t (*rank)(struct engine *e);
};
extern const struct heuristic *const heuristics[]; /* ends with NULL */
const struct heuristic *heuristic_find(const char *name);

enum {
    MAX_BOUNDS = 4,
    NOTED_BOUNDS = 2, /* that there is room for in a note: bound_is_remembered() says which need none */
};

/* A bound with its limit; `to` above `from`: if something was cut off, search again with `step` more, up to `to`. */
struct bound_config {
    const struct bound *bound;
    uint32_t from, to, step;
};

/* States that were left early are explored when the random part is over: rb_complete.c. */
enum completion { COMPLETE_NOT, COMPLETE_IN_ORDER, COMPLETE_RANDOM, COMPLETE_AGAIN, COMPLETE_BY_CHOICE };

/* Restarts of the search with nothing visited and another seed: restart number i after unit · f(i) states or milliseconds. */
enum restarts { RESTARTS_NONE, RESTARTS_FIXED, RESTARTS_LUBY, RESTARTS_WALSH };

enum { MAX_RIVALS = 3 };

/* 0 and NULL stand for "no limit" and "none". */
struct search_config {
    WIRE_BASICS(WIRE_MEMBER)  /* as they are in the wire: steering.h says what they are */
    WIRE_NUMBERS(WIRE_MEMBER)
    const struct lts          *lts;
    const struct search       *search;
    const struct reduction    *reduction;
    const struct reduction    *rivals[MAX_RIVALS]; /* of further processes, side by side with it: rivals.c */
    const struct order        *order;        /* NULL: ascending */
    const struct order        *then;         /* order "visited": what decides among equals; NULL: as without an order */
    const uint8_t             *threads;      /* order "threads": these first, one after the other */
    uint32_t                   thread_count;
    uint32_t                   variant;      /* struct reducing: of further processes */
    uint64_t                   aside_after;  /* samplers/aside.c: states until executions are sampled in between; 0: they never are */
    bool                       aside_begun;  /* some were, before this part of the search */
    bool                       hands_over;   /* what it finishes is to be what several processes go on with: parallel_mode.h */
    uint64_t                   steps_aside;  /* of those executions together. 0: this is a search of its own */
    const struct filter       *filter;
    const struct backtracking *backtracking; /* of a test; `rb` has its own */
    const struct heuristic    *heuristic;    /* search "best" */
    struct bound_config        bounds[MAX_BOUNDS];
    /* DFS-RB */
    const struct rb_tuple *rb;               /* the first of */
    uint32_t               rb_count;         /* configurations, which processes take in turn; 0: one */
    enum completion completion;
    uint32_t (*rnd)(void *self);             /* random numbers for DFS-RB in place of the seed's: for tests. May be NULL */
    void           *rnd_self;
    enum restarts   restarts;
    uint64_t max_depth;        /* decisions on a path */
    uint64_t walk_steps;       /* of each; 0: default */
    bool     races;            /* data races are looked for */
    bool     weak;             /* atomic operations go by weak memory */
    const struct fault *sought; /* the only one that counts; NULL: any does */
    bool sought_object;         /* others of its object count, too */
    bool     unprepared;       /* what is shared is known, mostly: no walks before the search */
    bool     pair_unmatched;   /* search "pairwise" matches no states: for tests */
    const struct wire_decision *schedule; /* search "replay" */
    uint64_t schedule_count;
    const struct wire_series *series; /* searches one after the other, in place of this one: series.c. NULL: this one */
    uint64_t series_count;
};

/* The host, who keeps records (model/record.h) beyond the process or brings them to other machines: search/parallel. */
struct keeper {
    void *self;
    char *buffer;  /* where struct record may lie */
    size_t room;
    /* The buffer is full, or, `whole`, what was put into it since the last time belongs together: keep it. False: it cannot be kept. */
    bool (*keep)(void *self, size_t bytes, bool whole);
    size_t (*fetch)(void *self); /* what was kept, into the buffer: bytes, or 0: that was all. Whole records */
    struct digest (*visible)(void *self); /* stands for the visible set of the present moment */
    void (*recall)(void *self);  /* what was kept is taken up: findings that were reported then take the place of those reported since */
    /* Records of others, on other machines (rank_results.h): like keep, to be sent; and what has come, like fetch, from
     * as far as there is any. */
    bool (*send)(void *self, size_t bytes, bool whole);
    size_t (*take)(void *self);
    size_t (*known)(void *self); /* likewise, what they have found out about the program, each time all of it */
};

/* Memory of the host's that the search writes, and functions of the host's that it calls. */
struct search_report {
    struct wire_counters *counters;
    struct wire_decision *path;          /* the decisions that led to the current state, always up to date */
    uint64_t             *path_count;
    uint64_t              path_capacity;
    struct wire_worker   *workers;       /* WIRE_MAX_WORKERS of them, in memory that forked processes share; NULL: there is one process */
    const uint32_t       *stop;          /* set by somebody else to end the search. May be NULL */
    uint32_t             *ended_well;    /* set once an execution has ended well (lts.h: failed), for good. May be NULL */
    struct wire_census   *census;        /* search "census" writes it. May be NULL */
    struct wire_fate     *fate;          /* search "fate" writes it */
    struct wire_covered  *covered;       /* in memory that forked processes share. May be NULL */
    struct wire_pair     *pairs;         /* search "pairwise" writes what became of each, and their number, in memory that forked */
    uint32_t             *pair_count;    /* processes share. All may be NULL or 0 */
    uint32_t              pair_capacity;
    struct wire_variable *variables;     /* search "profile": PROFILE_MOST of them. May be NULL */
    uint64_t             *variable_count;
    uint64_t             *unjudged;      /* WIRE_MAX_PLACES: waits that lost_wakeups.c could not judge. May be NULL */
    uint64_t             *endless;       /* WIRE_MAX_PLACES: loops of which it is not known whether they end: endless.c. May be NULL */
    uint64_t             *unending;      /* WIRE_MAX_PLACES: loops of which no way out is known, of threads that never end. May be NULL */
    uint32_t             *loops_unseen;  /* nobody has looked for loops that do not end. May be NULL */
    const struct keeper  *keeper;        /* of what is finished. NULL: nobody keeps it */
    void *host;
    void (*phase)(void *host, enum wire_phase phase); /* may be NULL */
    /* A fault, reached by the first `count` decisions of `path`. The lts is still in the state where it was found: for a
     * deadlock the host can look at who waits for what. */
    void (*found)(void *host, const struct fault *f, uint64_t count);
    /* More proved to be visible, so the schedules of all findings so far do not fit any more: forget them, they are going
     * to be found again. NULL: the host remembers with each finding what was visible then, and wants to keep it. */
    void (*forget)(void *host);
    void (*followed)(void *host); /* a replay has come to the end of its schedule, and may run on. May be NULL */
    void (*ran)(void *host, uint64_t number, const struct wire_run *run); /* a run has ended. May be NULL */
    /* Filled in by the search: */
    uint64_t          findings;          /* distinct faults reported */
    uint64_t          dropped;           /* and not reported, because there were too many */
    uint32_t          first;             /* of several searches side by side, the one that was complete: from 1. 0: none */
    enum wire_verdict ended_by;          /* complete, or the limit that ended it, whether or not a fault was found */
    char              message[160];      /* WIRE_REPLAY_LOST: why; WIRE_LIMIT_DEPTH, WIRE_PARTIAL: what was covered, if anything */
};

#endif
