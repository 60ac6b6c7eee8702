/* world.h - the program under test as a labelled transition system, and what the semantics of operations may ask of it.
 *
 * One world exists in a process. Called by the engine only, on the engine's stack.
 */
#ifndef MZ_WORLD_WORLD_H
#define MZ_WORLD_WORLD_H

#include <stddef.h>

#include "wire/wire.h"
#include "world/boot.h"
#include "world/foresight.h"
#include "world/race.h"
#include "world/semantics.h"
#include "world/sharing.h"

struct recorder;

enum { FRAMES_MAX = 1 << 22 }; /* calls on one stack: address space only */

struct world {
    struct thread thread[MAX_THREADS];
    threadset     live;      /* exist and have not ended */
    threadset     waiting;   /* pend on operations that may have to wait: the others are enabled at any rate */
    threadset     atomic;    /* are inside mz_atomic_begin */
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
    struct foresight foresight;
    struct race   race;
    uint32_t      visible;   /* enum wire_visible */
    bool          frozen;    /* what is shared was given (a list, a replay) and is not inferred */
    bool          spurious;
    uint8_t       exit_status; /* enum wire_exit */
    bool          idle;      /* when it was last asked who is enabled, nobody was but by a time-out, or to poll */
    struct aside {
        struct recorder *recorder;
        bool             clocks;
        uint32_t         race;
    } aside;                 /* what was on before something is tried */
    bool          atomic_functions; /* there are some that are atomic by their name (named.h) */
    bool          cancels;      /* the program has means to cancel threads */
    bool          locks_streams; /* likewise to lock streams */
    bool          clocks;       /* likewise to look at a clock */
    bool          held_at_exit; /* a thread that ends while it holds a lock is reported */
    bool          reuse;     /* a block that was freed may be given out at once */
    uint64_t      freed;     /* size classes of which blocks were freed on this path. Rewound, and no part of a state: probe/heap.c */
    bool          leaks;     /* blocks that nothing points to in the end are reported */
    uint8_t       garbage;   /* what new memory holds */
    bool          watch_alone; /* some thread waits while no other is alive: then too shared memory is visible. Not rewound */
    bool          reduced;   /* not all orders of steps are explored */
    bool          parted;    /* then: some thread was detached. Not rewound */
    bool          main_leaves; /* main has returned, or was unwound, before all other threads had ended. Not rewound */
    uint64_t      step_budget, runaway; /* hooks in one step: when to look closer, when to call it a runaway */
    uint64_t      spent;     /* in the running step, before the current budget */
    tid           exited;    /* thread that has ended the process, in an end state */
    uint64_t      lowest_sp[MAX_THREADS]; /* how deep each stack ever was, seen at announcements; not rewound */
    struct recorder *recorder; /* in a replay */
    uint64_t      most_threads, steps;
    struct wire  *wire;
};

extern struct world mz__world;

static inline bool world_alone(const struct world *w)
{
    return !threadset_several(w->live);
}

/* Is what the running thread touches now nobody else's business? Where all orders of steps are explored, what two threads touch is
 * touched while both are alive in some of them. A reduction may always let one end first: there a thread counts until it is
 * joined, and for ever if it was detached. */
static inline bool world_unobserved(const struct world *w)
{
    threadset others = w->live | (w->reduced ? boot_thread_numbers() : 0);
    return !threadset_several(others) && !w->parted;
}

/* The frame of main, and what lies above it, stay as long as the process does, unless main has been seen to leave before others end;
 * other frames go when their function returns. */
static inline bool world_frame_stays(const struct world *w, const struct thread *owner, uint64_t addr)
{
    return owner->number == 0 && !w->main_leaves && owner->depth > 0 && addr >= owner->frames[0].sp;
}

void world_main_leaves(void);
void world_threads_changed(void); /* one is new, has ended or was joined */
void world_parts(void); /* a thread is or was detached: nobody waits for its end */

/* The world as the thing that is explored. */
extern const struct lts world_lts;

void world_configure(const struct wire_config *config, struct wire *wire);

/* Run thread 0 to the program's first thread or choice. */
void world_run_setup(void);
bool world_in_setup(void);

/* For the semantics of operations. */
struct thread *world_thread(tid t);
void world_touch(struct thread *t);                    /* before changing a thread that is not the running one */
struct thread *world_birth(tid t, uint64_t start, uint64_t argument, uint64_t pc); /* NULL: the system refuses */
void world_death(struct thread *t);
void world_lay_bottom_frame(struct thread *t);         /* its stack is that of a new thread */
enum performed world_process_exit(struct thread *t, int status);
enum performed world_assumed_away(struct thread *t);
bool world_spurious(void);
void world_timed_out(const struct thread *t); /* t goes on because its time is up: could anybody else have moved? */
void world_output(struct thread *t, int stream, const char *file, const char *bytes, size_t size); /* file: its name, or NULL */
bool world_enabled_thread(const struct thread *t);
void world_parked(const struct thread *t);             /* its pending operation is settled */
unsigned world_outcomes(const struct thread *t);   /* of an enabled one */
bool world_lone_successor(const struct thread *t); /* it is enabled, with one outcome */
void world_watch_alone(void);

/* An operation that is visible at any rate touches more than the two ranges that it names. */
void world_touches(const struct thread *t, const void *addr, uint64_t size, bool write);

/* The ranges found to be shared, for a replay in another process. */
void world_export_ranges(struct wire *wire);
void world_import_ranges(const struct wire *wire);

/* Who waits for what in the current state. */
void world_export_waiters(struct wire *wire);

#endif
