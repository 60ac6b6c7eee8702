/* worker_group.h - the worker processes of one search (-j N): the leader, which has prepared the search, forks them at the root. They share
 * the struct here, and whatever any of them finds; everything else each has for itself.
 *
 * The leader forks, adds counters up, enforces the limits of the whole, and sees who has died. It does not search, so that a worker
 * may die at any time: what others find is kept. There are five modes:
 *
 * Partition (partition.c, work_stealing.c): one state space is explored in parts, with one visited table. A state belongs to the worker
 * that was first to insert it: that one expands it. Workers search depth first. An idle one is given a part of the path of another: of
 * every second node there the threads that have not been tried. It follows the decisions of that path from the root and goes on with
 * these threads. When all are idle everything is explored. The workers' knowledge of the program (lts.h: tell) is joined in the end: if
 * it shows more than each of them knew, everything starts over.
 *
 * Shared results (shared_results.c): each explores everything with the same reduction, but for what another one has finished.
 *
 * Rivals (rivals.c): each has a search of its own, and the first one that has explored everything ends it.
 *
 * Sampling (sampling_jobs.c): each samples a part of the executions.
 *
 * Pairs (pair_jobs.c): each explores some of the pairs of threads.
 */
#ifndef MZ_SEARCH_WORKER_GROUP_H
#define MZ_SEARCH_WORKER_GROUP_H

#include <stddef.h>

#include "base/shared_word.h"
#include "search/engine/engine_state.h"

struct record_writer;

enum { WORKERS_MOST = WIRE_MAX_WORKERS, WORKERS_PATH = 1 << 20 /* decisions on a path that is handed over */ };

enum box_state {
    BOX_BUSY,    /* the worker has work */
    BOX_IDLE,  /* it waits for some */
    BOX_FULL,    /* and has been given it */
    BOX_GONE,    /* it has come to its end, in good order: nothing is lost */
    BOX_FILLING, /* plus the number of the worker who is giving it some */
};

/* One for each worker. Only givers, who found it idle, and the owner write what is in it. */
struct mailbox {
    _Alignas(64) uint32_t state; /* enum box_state */
    uint32_t parked;             /* generation of the table + 1 that it waits for, not using the table; 0: it does not wait */
    long     pid;
    bool     dead;               /* the leader's: the process is no more */
    /* work */
    uint64_t depth;              /* decisions on `path`; todo[0..depth] are the threads to try at the nodes on it */
    uint64_t digest;             /* half of the digest of the state at its end */
    struct wire_decision *path;
    threadset            *todo;
    /* how it ended */
    uint32_t verdict;            /* enum wire_verdict */
    uint64_t on_runs;
    size_t   told, told_bytes;   /* where in group.knowledge it has written what it knows */
    /* and on the way, while it waits */
    uint32_t answered;           /* group.asked */
    size_t   so_far, so_far_bytes; /* where in worker_group.halfway */
    uint64_t found_out;          /* lts.h: when it wrote that */
};

struct worker_group {
    uint32_t size;
    uint32_t complete;            /* all have been forked: there are no more than these */
    /* the leader waits here, everybody rings */
    _Alignas(64) uint32_t bell;
    /* read by all, seldom written */
    _Alignas(64) uint32_t idle; /* workers that are, about */
    uint32_t wanted, generation;  /* of the table; unequal: all are to wait, and not to use it */
    uint32_t crowded;             /* it is to grow then */
    uint32_t asked, served;       /* times that all were to write what they know, before they wait, and that this was over */
    uint32_t silent;              /* this time nobody needs to know that: all are to wait, and nothing else */
    uint32_t stop;                /* end now: somebody has found a bug, or a limit was reached */
    uint32_t over;                /* everything is explored */
    uint32_t grown;               /* more proved to be visible */
    uint32_t alone;               /* one process must do this: what counts lies on one path */
    uint64_t lines, room;         /* of the table */
    uint64_t most;                /* entries that may be made: --states */
    bool     full;                /* it cannot grow */
    _Alignas(64) uint64_t claimed;/* entries that workers may make or have made */
    _Alignas(64) uint32_t given;  /* times that work was given */
    uint32_t lock;                /* worker + 1 who reports a finding, or tells what it knows */
    struct faults faults;
    char    *knowledge, *halfway;
    size_t   knowledge_used, knowledge_room, halfway_room, halfway_part;
    struct mailbox box[WORKERS_MOST];
    struct mailbox away; /* of a worker on another machine (rank_partition.h); BOX_BUSY: nobody there waits for work from here */
};

/* Functions of the workers and of the leader in a mode. */
struct group_callbacks {
    void (*work)(struct engine *e, unsigned number);      /* the life of a worker, which does not return */
    void (*watch)(struct engine *e, struct worker_group *g);      /* the leader, once in a while */
    void (*conclude)(struct engine *e, struct worker_group *g);   /* the leader, when all have gone */
    void (*at_rest)(struct engine *e, struct worker_group *g);    /* the leader, while all wait and have told what they know. NULL: never */
    uint64_t (*due)(const struct engine *e);              /* nanoseconds: when they are to. NULL: the leader may come late */
};

/* worker_group.c, the leader: is this a search for several, of an lts that lets itself be explored by them? The whole of it. */
bool workers_possible(const struct engine *e);
void workers_lead(struct engine *e, const struct group_callbacks *v, struct visited *table); /* that all workers use; may be NULL */
void workers_close(struct engine *e);
void workers_count(struct engine *e, unsigned from, unsigned to); /* the counters of those workers make up those of the whole */
bool workers_starts_over(struct engine *e);                       /* with what all of them have found out: does the search? */
/* Why the first one of them that has a reason has ended; a bug, or anything else. */
enum wire_verdict workers_reason(const struct worker_group *g, bool is_bug);
bool workers_has_lost(const struct worker_group *g); /* somebody who was not at its end */
void workers_ask(struct worker_group *g);                          /* all are to tell what they know, and to wait: at_rest() */
void workers_rest(struct engine *e, struct worker_group *g, const struct group_callbacks *v); /* if all wait: the table grows, if wanted */
void workers_answer(struct engine *e);                     /* a worker, before it waits; so_far_bytes is 0 if there is no room */
bool workers_are_idle(struct worker_group *g);                    /* nobody has work, and none was given while that was looked at */
/* Messages of each worker so far, or in the end. One without room for it lets the writer fail. */
void workers_put_knowledge(const struct worker_group *g, bool in_the_end, struct record_writer *p);
/* While all wait the leader makes entries itself: has `v`, the table of all, room for so many, which then nobody else has? Even if not,
 * what has become of it is told to the workers. */
bool workers_open_table(struct worker_group *g, struct visited *v, uint64_t entries);
void workers_close_table(struct worker_group *g, const struct visited *v);

/* The modes, as the engine knows them (modes.c). */
extern const struct parallel_mode mode_shared_results, mode_rivals, mode_partition, mode_sampling, mode_pairs;

/* Several processes share the work of such a search; a composite one leaves that to its parts, samples are sampling_jobs.c's, and pairs
 * pair_jobs.c's. */
bool workers_takes(const struct search *s);

/* A worker: its beginning (false: no memory) and its end. `as`: what it does for others; workers_apart: nothing. */
extern const struct teamwork workers_apart;
bool workers_join(struct engine *e, unsigned number, const struct teamwork *as);
void workers_await_all(struct engine *e); /* until it is known how many there are: who divides something by their number has one number */
void workers_leave(struct engine *e, enum wire_verdict verdict, bool stops_all) __attribute__((noreturn));

#endif
