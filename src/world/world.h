/* world.h - the state of the program under test, and what the semantics of operations may ask of it.
 *
 * One world exists in a process. Used by the engine only, on the engine's stack. How it is stepped, marked and rewound is told in
 * transitions.h, how its threads come and go in life.h.
 */
#ifndef MZ_WORLD_WORLD_H
#define MZ_WORLD_WORLD_H

#include <stddef.h>

#include "wire/wire.h"
#include "world/hot.h"
#include "world/memory/crowds.h"
#include "world/memory/sharing.h"
#include "world/memory/tracked.h"
#include "world/race/race_state.h"
#include "world/semantics.h"
#include "world/stand_ins.h"
#include "world/state/foresight_state.h"
#include "world/waiting/busy_state.h"

struct recorder;

enum { FRAMES_MAX = 1 << 22 }; /* calls on one stack: address space only */

struct world {
    struct thread thread[MAX_THREADS];
    threadset     live;      /* exist and have not ended */
    threadset     waiting;   /* pend on operations that may have to wait: the others are enabled at any rate */
    threadset     atomic;    /* are inside mz_atomic_begin */
    struct busy_wait busy;   /* who waits in a loop */
    threadset     touched;   /* saved in this epoch: their digests are stale */
    tid           last_born;
    threadset     newborn;   /* created, and not yet run to their first visible operation */
    struct digest digest;
    enum lts_end  end;
    bool          setup;     /* before the first thread or choice: nothing is noted or rewound */
    bool          faulted;
    bool          stuck;     /* some threads wait for each other: waits.h */
    bool          doomed;    /* set-up itself ended in a fault: every path begins and ends with it */
    struct fault  fault;
    struct sharing sharing;
    struct crowds crowds;
    struct foresight foresight;
    struct race   race;
    uint32_t      visible;   /* enum wire_visible */
    bool          weak;      /* atomic operations go by weak memory (orders/weak_world.h) */
    bool          frozen;    /* what is shared was given (a list, a replay) and is not inferred */
    bool          light;     /* executions are sampled, each in one epoch: no state on the way is looked at */
    struct leash  leash;     /* then: how far the running thread may go on by itself (batched_steps.h) */
    bool          leash_due; /* a step has begun, and it is not yet known whether it may */
    bool          looking;   /* then: the running step takes so long that it is looked at all the same (spinning.h) */
    bool          idle;      /* when it was last asked who is enabled, nobody was but by a time-out, or to poll */
    struct aside {
        struct recorder *recorder;
        bool             clocks;
        uint32_t         race;
    } aside;                 /* what was on before something is tried */
    bool          atomic_functions; /* there are some that are atomic by their name (atomic_names.h) */
    bool          cancels;      /* the program has means to cancel threads */
    bool          locks_streams; /* likewise to lock streams, or to use them unlocked: */
    bool          unlocked_streams;
    bool          channels;     /* likewise to make pipes and the like */
    bool          copies;       /* likewise to make copies of descriptors */
    bool          clocks;       /* likewise to look at a clock */
    uint64_t      freed;     /* size classes of which blocks were freed on this path. Rewound, and no part of a state: probe/heap/heap.c */
    uint8_t       garbage;   /* what new memory holds */
    bool          watch_alone; /* some thread waits while no other is alive: then too shared memory is visible. Not rewound */
    uint32_t      rounds;    /* that loops which wait and count make one by one (counting.h); 0: all. Not rewound */
    bool          members;   /* what was seen of members is relied on (state/may_access.h) */
    bool          matching;  /* states are matched modulo memory that is not read (lts.h: reading): */
    uint64_t      leave_main; /* the body of OP_CALL when main has returned, which reads nothing of the program's */
    bool          unseen;    /* then: something was read that no operation names. Not rewound */
    struct digest unread;    /* then: the part of the digest that is of such memory */
    bool          reduced;   /* not all orders of steps are explored */
    bool          parted;    /* then: some thread was detached. Not rewound */
    bool          main_leaves; /* main has returned, or was unwound, before all other threads had ended. Not rewound */
    uint64_t      step_budget, runaway; /* hooks in one step: when to look closer, when to call it a runaway */
    uint64_t      spent;     /* in the running step, before the current budget */
    struct thread *paused;   /* in the midst of its step, which is looked at (pause.h); or NULL */
    bool          asking;    /* then: others take turns */
    tid           exited;    /* thread that has ended the process, in an end state */
    uint64_t      lowest_sp[MAX_THREADS]; /* how deep each stack ever was, seen at announcements; not rewound */
    uint64_t      stack_asked;            /* the largest stack that the program has asked for; not rewound */
    struct recorder *recorder; /* in a replay */
    uint64_t      most_threads, steps;
    struct wire  *wire;
    struct wire_config config; /* as it was when the search began */
};

extern struct world mz__world;

/* Are accesses that are not listed nobody's business, so that their hooks do not even count (probe/hooks/light_hooks.c)? */
static inline bool world_tracks(const struct world *w)
{
    return w->light && w->frozen;
}

/* A thread that never runs again but has not ended (world_outlive) keeps its stack and its thread-local storage, as the
 * process does. */
extern threadset mz__outlived; /* MODEL */

static inline threadset world_stacks(const struct world *w)
{
    return w->live | mz__outlived;
}

static inline bool world_alone(const struct world *w)
{
    return !threadset_several(w->live);
}

/* Is what the running thread touches now nobody else's business? Where all orders of steps are explored, what two threads touch is
 * touched while both are alive in some of them. A reduction may always let one end first: there a thread counts until it is
 * joined, and for ever if it was detached. */
static inline bool world_unobserved(const struct world *w)
{
    threadset others = w->live | (w->reduced ? boot_thread_numbers() : NO_THREADS);
    return !threadset_several(others) && !w->parted;
}

/* The frame of main, and what lies above it, stay as long as the process does, unless main has been seen to leave before others end;
 * other frames go when their function returns. */
static inline bool world_frame_stays(const struct world *w, const struct thread *owner, uint64_t addr)
{
    return owner->number == 0 && !w->main_leaves && owner->depth > 0 && addr >= owner->frames[0].sp;
}

/* Something is being tried that is no part of the search (lts.h: aside). */
static inline bool world_aside(const struct world *w)
{
    return w->aside.race != 0;
}

/* Is it memory that another thread than t may take away: its frames, its thread-local storage? */
static inline bool world_may_go(const struct world *w, tid t, uint64_t addr)
{
    return in_slots(addr) && slot_of(addr) != t && !world_frame_stays(w, &w->thread[slot_of(addr)], addr);
}

void world_main_leaves(void);
void world_parts(void); /* a thread is or was detached: nobody waits for its end */
void world_watch_alone(void);
void world_cut_loops_short(uint32_t rounds); /* counting.h */

/* One thread is new, has ended or was joined. How much the hooks have to do depends on how many are alive, or have been and were not
 * joined. */
static inline void world_threads_changed(void)
{
    struct world *w = &mz__world;
    bool sharing = !world_unobserved(w) || w->watch_alone || w->recorder; /* a replay shows everything */
    mz__hot.following = w->setup ? FOLLOW_NOTHING : sharing ? FOLLOW_SHARING : FOLLOW_WRITES;
    mz__hot.tracked = w->looking ? mz__tracked_anything : sharing ? mz__tracked : mz__tracked_nothing;
    mz__hot.unasked_end = w->looking ? 0 : mz__hot.own_end;
    mz__hot.may_make = mz__hot.touches_first = 0;
}

/* ---- for the semantics of operations --------------------------------------------------------------------------------- */

bool world_in_setup(void);
struct thread *world_thread(tid t);
void world_touch(struct thread *t);                    /* before changing a thread that is not the running one */
bool world_spurious(void);
void world_timed_out(const struct thread *t); /* t goes on because its time is up: could anybody else have moved? */

/* An operation that is visible at any rate touches more than the two ranges that it names. */
void world_touches(const struct thread *t, const void *addr, uint64_t size, bool write);

/* ---- pending operations ---------------------------------------------------------------------------------------------- */

static inline bool world_enabled_thread(const struct thread *t)
{
    const struct semantics *s = mz__semantics[t->op.kind];
    return !s || !s->enabled || s->enabled(t, &t->op);
}

/* Its pending operation is settled. */
static inline void world_parked(const struct thread *t)
{
    struct world *w = &mz__world;
    const struct semantics *s = mz__semantics[t->op.kind];
    threadset me = threadset_of(t->number);
    w->waiting = s && (s->enabled || s->idle) ? w->waiting | me : w->waiting & ~me;
    w->atomic = t->atomic ? w->atomic | me : w->atomic & ~me;
}

/* Number of outcomes of an enabled thread. */
static inline unsigned world_outcomes(const struct thread *t)
{
    const struct semantics *s = mz__semantics[t->op.kind];
    return s && s->outcomes ? s->outcomes(t, &t->op) : 1;
}

/* Is it enabled, with one outcome? */
static inline bool world_lone_successor(const struct thread *t)
{
    return world_enabled_thread(t) && world_outcomes(t) <= 1;
}

/* Best reason for which some of these, which are enabled, go on. */
enum idleness world_idleness(const struct world *w, threadset enabled);

#endif
