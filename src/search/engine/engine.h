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
#include "reduce/shared_facts.h"
#include "search/engine/ahead.h"
#include "search/engine/arrival.h"
#include "search/parallel/claims.h"
#include "search/parallel/crew.h"
#include "search/engine/endless.h"
#include "search/engine/frontier.h"
#include "search/parallel/keeping.h"
#include "search/parallel/letters.h"
#include "search/engine/meet.h"
#include "search/policies/rb.h"
#include "search/engine/reduced.h"
#include "search/policies/rounds.h"
#include "search/search.h"
#include "search/engine/track.h"
#include "search/engine/trail.h"
#include "search/engine/profile.h"
#include "search/engine/waiting.h"

/* Points with a single successor in a row before the state is stored and looked up all the same, so that endless loops
 * end. Such states are not counted: they are neither choice points nor ends. */
#ifndef LONG_RUN /* some tests shorten it */
#define LONG_RUN 100
#endif

/* Steps between two looks at the time, the stop flag, and whether the visible set has grown. */
enum { ENGINE_TICK = 1024, CREW_TICK = 64 /* of a worker, whom others may be waiting for */ };

struct engine {
    /* What is explored, for whom */
    const struct lts           *lts;
    const struct search_config *config;
    struct search_report       *report;
    struct wire_counters       *counters;
    /* Where the search is */
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
    } at;
    void (*performing)(struct engine *e, tid t); /* told of every step; NULL: nobody is */
    void       *own;        /* the driver's own, while it runs */
    bool        blind;      /* the states on the way are not going to be met: no digests are needed */
    uint32_t    fuel;       /* steps until the limits are looked at again */
    /* What it has come to */
    bool        halted;     /* stop now: `verdict` says why, or `grown` */
    bool        grown;      /* more proved to be visible: everything has to be started over */
    bool        circles;    /* threads are stuck, and whether others go round in circles meanwhile only one path shows (search.c) */
    bool        cycles;     /* on the path are looked at (cycle.h) */
    bool        left_out;   /* a filter or early backtracking left transitions out */
    enum wire_verdict verdict;
    struct faults *faults, own_faults; /* found; those of a crew are shared */
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
    struct keeping  keeping;   /* of facts, beyond the process */
    struct letters  letters;   /* to other machines */
    struct claims   claims;    /* of states, among machines that explore in parts */
    struct facts    facts;     /* if several processes share them: together.c */
    struct ahead    ahead;
    struct bounds   bounds;
    struct tracking track;
    struct leaving  leaving;
    struct rb       rb;
    struct rounds   rounds;
    struct trail    trail;
    struct frontier frontier;
    struct livelock livelock;
    struct waiting  waiting;
    struct endless  endless;
    struct profile  profile;   /* of searches that go by them; runs one after the other share what is known */
    struct team     team;
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

/* What is wrong at the state arrived at, if anything, is reported. */
void engine_judge(struct engine *e, enum arrival kind);
void engine_judge_stuck(struct engine *e, enum arrival kind); /* at a state that is known */
void engine_found(struct engine *e, const struct fault *f);
void engine_noticed(struct engine *e, const struct fault *f); /* the same for what does not end the path */

/* One of several threads, at random. */
static inline tid engine_any_of(struct engine *e, threadset threads)
{
    for (uint32_t skip = rng_below(&e->rng, threadset_size(threads)); skip > 0; skip--)
        threads = threadset_rest(threads);
    return threadset_first(threads);
}

#endif
