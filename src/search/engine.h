/* engine.h - what all drivers share: taking a transition, meeting states, limits, findings.
 *
 * A choice point is a state with more than one successor. From one choice point a decision (thread, outcome) leads
 * through points with a single successor, which are neither stored nor counted, to the next choice point or to an end:
 *
 *     kind = engine_start(e)                     from the root
 *     kind = engine_take(e, t, choice, choices)  from a choice point; e->at describes where it arrived
 *     met  = engine_meet(e, kind)                is that state new?
 *     engine_back(e, node)                       return to a node on the path
 *
 * A driver stops when e->halted is set.
 */
#ifndef MZ_SEARCH_ENGINE_H
#define MZ_SEARCH_ENGINE_H

#include "base/rng.h"
#include "base/visited.h"
#include "property/livelock.h"
#include "search/crew.h"
#include "search/frontier.h"
#include "search/rb.h"
#include "search/search.h"
#include "search/track.h"
#include "search/trail.h"

enum arrival {
    ARRIVED_CHOICE,   /* at a choice point */
    ARRIVED_END,      /* the program has ended */
    ARRIVED_DEADLOCK,
    ARRIVED_ASSUMED,  /* the path was given up by mz_assume */
    ARRIVED_KNOWN,    /* on a long run of single successors that has been followed before */
    ARRIVED_LONG,     /* on a long run of single successors: see engine_run_on */
    ARRIVED_FAULT,    /* the last step ended in a fault */
    ARRIVED_HALT,     /* a limit was reached on the way */
};

enum met {
    MET_NEW,
    MET_KNOWN,
    MET_AGAIN, /* known, but expanded with less of a bound left than now: to be expanded again (meet.c) */
    MET_FULL,  /* a limit was reached: the search is halted */
};

/* Points with a single successor in a row before the state is stored and looked up all the same, so that endless loops
 * end. Such states are not counted: they are neither choice points nor ends. */
#ifndef LONG_RUN /* some tests shorten it */
#define LONG_RUN 100
#endif

/* Steps between two looks at the time, the stop flag, and whether the visible set has grown. */
enum { ENGINE_TICK = 1024, CREW_TICK = 64 /* of a worker, whom others may be waiting for */ };

/* A bound of this search. */
struct bounding {
    const struct bound *bound;
    uint32_t limit, from, to, step; /* `limit` now; see struct bound_config */
    bool     soft; /* beyond it transitions may be left out, by early backtracking; otherwise they are */
};

struct engine {
    const struct lts           *lts;
    const struct search_config *config;
    struct search_report       *report;
    struct wire_counters       *counters;
    struct wire_decision       *path;
    uint64_t    depth;      /* decisions on the path; the state there, if it is a choice point, has nodes[depth] */
    struct node *nodes;
    uint64_t    max_nodes;
    size_t      node_bytes; /* reserved */
    struct digest *ahead;   /* where transitions that have not been taken lead: ahead.c */
    size_t      ahead_bytes;
    struct digest *passed;  /* states with a single successor that some run has passed; newer ones replace older ones */
    uint64_t    passed_era; /* of the search, among those that were started over */
    bool        foresees;   /* ahead_fits() */
    struct at {             /* the state that engine_take came to, and the way to it */
        struct digest digest;
        threadset     enabled;
        threadset     moved; /* threads that took a step on the way */
        threadset     could; /* threads that were enabled somewhere on it, where it started included */
        bool          chose; /* some step on it had several outcomes */
        tid           mover; /* that took the last step */
    } at;
    void (*performing)(struct engine *e, tid t); /* told of every step; NULL: nobody is */
    const struct reduction *reduction; /* NULL: none */
    struct reducing reducing;
    uint32_t    fuel;       /* steps until the limits are looked at again */
    bool        blind;      /* the states on the way are not going to be met: no digests are needed */
    bool        halted;     /* stop now: `verdict` says why, or `grown` */
    bool        grown;      /* more proved to be visible: everything has to be started over */
    bool        circles;    /* threads are stuck, and whether others go round in circles meanwhile only one path shows (search.c) */
    bool        left_out;   /* a filter or early backtracking left transitions out */
    bool        round_over; /* halted because this round has had its share; others may follow (rounds.c) */
    enum wire_verdict verdict;
    uint64_t    on_runs;    /* states stored on long runs of single successors */
    uint64_t    started, allowed; /* nanoseconds; allowed 0: for ever */
    uint64_t    most_states;      /* that may be stored in this round */
    struct rounds {
        uint64_t restarts, iteration; /* done so far */
        uint64_t end;                 /* of this round, in nanoseconds since `started`; 0: none */
        uint64_t iteration_states, iteration_end; /* likewise of the iteration */
    } rounds;
    /* Policies. */
    bool            tracked;     /* tracks are kept */
    struct track   *tracks;      /* like nodes */
    size_t          track_bytes;
    struct op      *ops;         /* like nodes: what the thread being tried there does, for orders that ask */
    size_t          op_bytes;
    struct bounding bounds[MAX_BOUNDS];
    unsigned        bound_count;
    uint64_t        cut;         /* states at which a bound cut something off */
    bool            marks_done;  /* states that are explored with everything below them are marked so (meet.c) */
    uint64_t       *note;        /* of the state just met, until the next one is */
    const struct backtracking *backtracking;
    bool            resumed;     /* the next transition is taken without asking the backtracking */
    struct rb       rb;
    struct trail    trail;
    struct frontier frontier;
    uint64_t        covered;     /* everything above this threshold has been explored */
    struct mark root;
    struct visited visited;
    uint64_t    visited_limit;
    enum visited_extra visited_extra;
    struct livelock livelock;
    struct visited judged, tried; /* waiting.c: states that it has judged, and those that it has come to from the one that it judges */
    uint64_t    tried_in_all;     /* and from all of them */
    struct rng  rng;
    uint64_t    seed;       /* of this run */
    struct faults *faults, own_faults; /* found; those of a crew are shared */
    struct crew *peers;     /* crew that this process is a worker of; NULL: it searches alone, or leads */
    struct crew *crew;      /* the same if they share one visited set */
    struct crew *lead;      /* memory for one to lead */
    unsigned    worker;     /* its number */
    uint64_t    elsewhere;  /* bytes that others use for the search that this process leads */
    uint32_t    table_generation; /* crew: of the table as it is known here */
};

bool engine_open(struct engine *e);
void engine_close(struct engine *e);

enum arrival engine_start(struct engine *e);
enum arrival engine_take(struct engine *e, tid t, unsigned choice, unsigned choices); /* needs at.enabled */
void         engine_back(struct engine *e, const struct node *n);      /* to the state of a node on the path */
enum arrival engine_run_on(struct engine *e);                          /* after ARRIVED_LONG */
enum arrival engine_pass_long(struct engine *e, enum arrival kind);    /* run on until the run ends or is known */
enum met     engine_meet(struct engine *e, enum arrival kind);
void         engine_halt(struct engine *e, enum wire_verdict verdict);
void         engine_out_of_states(struct engine *e); /* halts the search, or only this round */
void         engine_tick(struct engine *e);        /* looks at what need not be looked at after every step: limits, growth */
void         engine_check_grown(struct engine *e); /* halts if more proved to be visible */
void         engine_start_over(struct engine *e);  /* it did */
void         engine_forget_states(struct engine *e); /* nothing is visited any more */
void         engine_count(struct engine *e);       /* brings the counters up to date that are not always so */

/* ahead.c: a transition that is known to lead to a known state need not be taken. */
bool ahead_open(struct engine *e);
void ahead_close(struct engine *e);
bool ahead_fits(const struct engine *e);                   /* this search, with its policies */
void ahead_forget(struct engine *e);                       /* which states were passed */
void ahead_enter(struct engine *e, struct node *n);        /* n is new, and the lts is in its state */
void ahead_limit(const struct engine *e, struct node *n);  /* what is to be tried there is known now */
bool ahead_known(struct engine *e, const struct node *n);  /* is the transition to try next such a one? Then it is counted */
bool ahead_leads_back(const struct engine *e, const struct node *n, tid t); /* does a transition that is foreseen lead to a known state? */
void ahead_passed(struct engine *e, struct digest first);  /* a run of single successors began there, and has ended */

/* reduced.c: the driver of a depth-first search tells its reduction. Not called if there is none. */
bool      reduced_open(struct engine *e);                       /* with the configuration of e. False: no memory */
void      reduced_close(struct engine *e);
void      reduced_forget(struct engine *e);                     /* nothing has been explored */
threadset reduced_enter(struct engine *e);                      /* nodes[depth] is new: what must be tried */
threadset reduced_more(struct engine *e);                       /* everything has been: one of these must be, too; none: done */
tid       reduced_prefer(struct engine *e, threadset candidates);
void      reduced_performing(struct engine *e, tid t);
void      reduced_arrived(struct engine *e, enum arrival kind, enum met met);
bool      reduced_foreseen(struct engine *e, tid t, struct digest to); /* is that state known, and the step not needed? */
void      reduced_tried(struct engine *e, tid t);
void      reduced_leave(struct engine *e);
uint64_t  reduced_bytes(const struct engine *e);                /* memory that it takes; may be called without one */

/* meet.c: the same with bounds; the node just pushed has something cut off; everything from the state d on is explored. */
enum met meet_noted(struct engine *e, enum arrival kind);
enum met meet_new(struct engine *e, enum arrival kind);
void     meet_cut(struct engine *e);
void     meet_done(struct engine *e, struct digest d);

/* dfs.c: the parts of a depth-first search, for drivers that are built from them. `there`: the lts is in the state of nodes[depth]. */
bool dfs_arrive(struct engine *e, enum arrival kind);                /* is the state to be expanded? It is nodes[depth] then */
bool dfs_choose(struct engine *e, struct node *n, bool *there);      /* is there a further transition out of n? */
enum arrival dfs_take(struct engine *e, struct node *n, bool there); /* takes it */
void dfs_from(struct engine *e, uint64_t floor, bool there);         /* from nodes[depth], until nodes[floor] is done with */
void dfs_push(struct engine *e);                                     /* a node for the state arrived at */

/* bfs.c: states are met first and expanded later. */
struct queueing {
    uint64_t dive;                      /* from this depth on they are explored depth first */
    uint32_t (*rank)(struct engine *e); /* of the state just entered: smallest first. NULL: all are equal, first come first served */
    bool     random;                    /* any of them, at random */
};
void bfs_run(struct engine *e, const struct queueing *q);

/* complete.c: a node is left early: remember what was not tried. Afterwards: try it. */
void complete_remember(struct engine *e, const struct node *n);
void complete_run(struct engine *e);

/* rounds.c: the limits of the first round; does another round follow the one that has ended? */
void rounds_begin(struct engine *e);
bool rounds_next(struct engine *e);
void rounds_clear(struct engine *e); /* nothing is visited, nothing was left out */

/* search.c, for searches made of searches: take over a configuration, with its policies; explore with it, all rounds. */
bool search_apply(struct engine *e, const struct search_config *c);
void search_count_anew(struct engine *e);
void search_explore(struct engine *e);
void search_alone(struct engine *e); /* what a crew has begun, once more from the start, without it */
enum wire_verdict search_verdict(const struct engine *e); /* how the search has ended */

/* What is wrong at the state arrived at, if anything, is reported. */
void engine_judge(struct engine *e, enum arrival kind);
void engine_judge_stuck(struct engine *e, enum arrival kind); /* at a state that is known */
void engine_found(struct engine *e, const struct fault *f);
void engine_noticed(struct engine *e, const struct fault *f); /* the same for what does not end the path */

/* The path as the livelock property sees it. Nothing is done unless that is wanted. */
static inline void cycle_enter(struct engine *e) /* the choice point at `depth` joins the path */
{
    if (e->config->livelock)
        livelock_enter(&e->livelock, e->depth, e->at.digest);
}

static inline void cycle_leave(struct engine *e) /* it leaves it */
{
    if (e->config->livelock)
        livelock_leave(&e->livelock, e->depth);
}

static inline void cycle_took(struct engine *e) /* the last decision led to a choice point */
{
    if (e->config->livelock && e->depth > 0)
        livelock_took(&e->livelock, e->depth - 1, e->at.moved, e->at.could, e->at.chose);
}

/* waiting.c: nobody can move but by time-outs, or to poll. Is there somebody who waits in vain? False: the search halts. */
bool waiting_judge(struct engine *e);
void waiting_clear(struct engine *e); /* nothing has been judged */
void waiting_close(struct engine *e);

/* cycle.c: the choice point arrived at is known. Is it on the path, and is that a livelock? */
void cycle_judge(struct engine *e);

/* One of several threads, at random. */
static inline tid engine_any_of(struct engine *e, threadset threads)
{
    for (uint32_t skip = rng_below(&e->rng, threadset_size(threads)); skip > 0; skip--)
        threads &= threads - 1;
    return threadset_first(threads);
}

/* preemptions.c: those on the path that has led to a fault. The lts is somewhere else afterwards. */
uint32_t preemptions_on_path(struct engine *e);

/* walk.c: one random walk from the root, of about `steps` steps at most; states are met on the way if `store` is set. */
enum arrival walk_once(struct engine *e, uint64_t steps, bool store);
/* Walks until several in a row show nothing new that is shared; the seed of these, and of the guard's. */
void walk_infer(struct engine *e);
uint64_t walk_seed(const struct search_config *c);
/* guard.c: one walk, twice; halts if the second differs from the first. */
void guard_determinism(struct engine *e);

#endif
