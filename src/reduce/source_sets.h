/* source_sets.h - parts shared by the eager and the lazy algorithm of "A Pragmatic Approach to Stateful Partial Order
 * Reduction" (Cirisci, Enea, Farzan, Mutluergil): the explored graph L_r and the sets of its figure 2.
 *
 *     current[t]  threads that do something dependent on next(s, t) after it; t itself
 *     done        threads that have been tried
 *     backtrack   threads to be tried; equal to `done` when those are a source set
 *
 * If some T within `done` is the union of current[t], t in T, it is persistent, and `done` a source set: nothing else need be
 * tried. How current[t] is found is what the two differ in. Both are printed for acyclic programs without deadlocks; the
 * sound forms differ from the printed ones in this:
 *
 *  - What occurs: frame.h. Operations that are blocked occur, failing threads stand still, and so on.
 *  - From a state on a cycle nothing is concluded: if a thread leads to where an unfinished state can be reached, all are tried. A
 *    safe set may close no cycle.
 *  - There is an end only when the threads that have been tried contain a closed set, or are all; not when the threads that are asked
 *    for happen not to be enabled.
 */
#ifndef MZ_REDUCE_SOURCE_SETS_H
#define MZ_REDUCE_SOURCE_SETS_H

#include "reduce/components.h"
#include "reduce/frame.h"
#include "reduce/graph.h"

enum form { FORM_SOUND, FORM_PRINTED, FORM_JPF /* sound; all enabled threads are the safe set of any state */ };

/* A choice point on the path, besides its frame. */
struct source_place {
    uint32_t  state;     /* its number */
    uint32_t  before;    /* its last transition when the thread being tried was not yet */
    summary   edge;      /* what that thread's transition has done, once it has arrived */
    summary   run;       /* and after its first step, so far */
    struct standing at;
    summary   after, below; /* without L_r: what occurs after that thread, and at the state and after all that have been tried */
    threadset safe;      /* safe_set() */
    threadset backtrack;
    threadset current[MAX_THREADS];
    bool      led_on;    /* the thread being tried has led to a new state, */
    bool      moves;     /* or to any but the one that it was tried in */
    threadset waiting;   /* as printed: tried, and led to known states: looked at when the search comes back from a new one */
    uint32_t  since[MAX_THREADS], until[MAX_THREADS]; /* as printed: the last transition before a thread was tried, and then */
    threadset foreseen;  /* threads of which it is known where they lead: */
    uint64_t  ahead;     /* t's leads to ahead[ahead + t] */
};

struct source_sets {
    struct frames        frames;
    struct graph         graph;
    struct components    components; /* in place of it: below.h */
    struct source_place *places; /* like frames */
    size_t               bytes;
    struct digest       *ahead;  /* a stack */
    size_t               ahead_bytes;
    uint64_t             given_up; /* at all choice points before this depth all threads are tried; kept by the eager algorithm */
    enum form            form;
};

void    *source_sets_open_sound(uint64_t max_nodes);
void    *source_sets_open_printed(uint64_t max_nodes);
void    *source_sets_open_jpf(uint64_t max_nodes);
void     source_sets_close(void *self);
void     source_sets_reset(void *self);

static inline struct source_place *source_place_at(const struct source_sets *s, const struct reducing *r)
{
    return &s->places[r->depth];
}

/* As the driver tells (reduction.h). */
threadset source_enter(struct reducing *r);
void      source_performing(struct reducing *r, tid t);
uint32_t  source_arrived(struct reducing *r, enum led led); /* at that state; the transition joins L_r */
bool      source_tried(struct reducing *r, tid t);                          /* done, and others may have to be tried */
threadset source_more(struct reducing *r);
tid       source_prefer(struct reducing *r, threadset candidates);
void      source_leave(struct reducing *r);

/* Members that are the same in all of these reductions. */
extern const struct reduction_memory source_sets_memory;
#define SOURCE_SETS \
    .needs = NEEDS_DEPTH_FIRST | NEEDS_EVERYTHING | NEEDS_TAGS, .close = source_sets_close, .reset = source_sets_reset, \
    .memory = &source_sets_memory

/* Without L_r. Without state matching: what lies below a state is known when it is left, and never met again. */
threadset source_enter_unmatched(struct reducing *r);
summary   source_ended(struct reducing *r, enum led led); /* the path ends: what must be taken to have occurred, or is pending for ever */
#define SOURCE_SETS_UNMATCHED \
    .needs = NEEDS_DEPTH_FIRST | NEEDS_EVERYTHING | NEEDS_NO_MATCHING, .keeps = KEEPS_FAULTS, .open = source_sets_open_sound, \
    .close = source_sets_close, .reset = source_sets_reset, .memory = &source_sets_memory, .more = source_more, .prefer = source_prefer

/* current[] of a thread that was tried is known: is it complete, or else what must be tried? */
void update_back(struct reducing *r, tid t);

#endif
