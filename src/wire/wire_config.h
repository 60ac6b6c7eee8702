/* wire_config.h - the part of the shared memory that the tool fills in: what is to be explored or replayed, and how (wire.h). */
#ifndef MZ_WIRE_WIRE_CONFIG_H
#define MZ_WIRE_WIRE_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "model/fault.h"
#include "wire/steering.h"

enum wire_mode {
    WIRE_SEARCH, /* explore */
    WIRE_REPLAY, /* follow the schedule, record events, stop at its end */
    WIRE_FATE,   /* follow the schedule, and find the step behind which no execution ends well (search/drivers/point_of_no_return.c) */
    WIRE_REHEARSE, /* set-up only: what it leaves is to be compared */
};

enum wire_visible {
    WIRE_VISIBLE_AUTO, /* inferred: shared between threads, one of them writing */
    WIRE_VISIBLE_ALL,  /* every operation of the instrumented program */
    WIRE_VISIBLE_LIST, /* synchronization, atomics, and the given ranges; and the heap */
    WIRE_VISIBLE_TRACKED, /* synchronization, atomics, and the given ranges; and where threads start */
    WIRE_VISIBLE_ESCAPED, /* every operation but on the thread's own stack; what is shared is inferred all the same, for safe sets */
};

/* Is what is visible given, and not found out? */
static inline bool wire_is_listed(uint32_t visible)
{
    return visible == WIRE_VISIBLE_LIST || visible == WIRE_VISIBLE_TRACKED;
}

/* An end with a status other than 0 is a fault: never; always; where other ends have 0. */
enum wire_exit { WIRE_EXIT_ANY, WIRE_EXIT_ZERO, WIRE_EXIT_MIXED };
/* Threads that wait in a loop: they are blocked, and yields belong to the step before; likewise, but yields are steps; rounds are steps. */
enum wire_waiting { WIRE_WAITING_BLOCK, WIRE_WAITING_YIELD, WIRE_WAITING_STEP };
enum wire_race { WIRE_RACE_OFF, WIRE_RACE_REPORT, WIRE_RACE_ERROR };
/* Values that atomic operations may read: the last one, or what RC11 allows (world/weak); auto, known to the tool only: first the one, then
 * perhaps the other. */
enum wire_memory { WIRE_MEMORY_SC, WIRE_MEMORY_C11, WIRE_MEMORY_AUTO };
enum wire_race_rule { WIRE_RACE_HB, WIRE_RACE_POISED, WIRE_RACE_CLOCKS, WIRE_RACE_GRAPH };

/* Settings of the runtime. Where an option gives it, its row in src/tool/cli/check_table.c names the member; a choice is the number of its
 * word there. 0 stands for "no limit" everywhere. */
struct wire_config {
    uint32_t mode;              /* enum wire_mode */
    uint32_t visible;           /* enum wire_visible */
    bool     stacks_inferred;   /* WIRE_VISIBLE_ALL, but what a thread does to its own stack only where that is shared */
    WIRE_BASICS(WIRE_MEMBER)
    uint64_t stack_bytes;       /* of each thread; 0: 8 MiB */
    uint64_t heap_bytes;        /* address space for each thread's heap; 0: as much as the system allows */
    uint64_t runaway_hooks;     /* hooks in one step before the thread counts as running on; 0: default */
    bool     self_check;
    bool     spurious;          /* condition variables may wake up for no reason */
    uint8_t  exit_status;       /* enum wire_exit */
    uint8_t  waiting;           /* enum wire_waiting */
    uint32_t rounds;            /* that loops which wait and count make one by one (world/waiting/counting.h); 0: found out */
    bool     live_output;       /* replay: the program's output goes to the real stdout and stderr */
    bool     record_local;      /* replay: record invisible operations too */
    char     search[64];        /* name in the table of searches */
    char     reduction[64];     /* name in the table of reductions */
    bool     dead_flags;        /* nobody asks for the exceptions that floating-point operations have raised: clear them too */
    bool     foresight;         /* transitions that are known to lead to known states are not taken */
    uint8_t  race;              /* enum wire_race */
    uint8_t  race_rule;         /* enum wire_race_rule */
    uint8_t  memory_model;      /* enum wire_memory */
    uint32_t stale;             /* so many values of an atomic object are newer than one that may be read; 0: no bound */
    bool     atomic_orders;     /* atomic operations are noted, and may have other orders (world/orders/atomic_orders.h) */
    bool     fresh;             /* new frames and blocks of the heap hold garbage; otherwise they are cleared */
    uint8_t  garbage;           /* in each byte; 0: WIRE_GARBAGE */
    uint32_t dead_values;       /* enum wire_dead_values */
    uint32_t splits;            /* look at so many states for pairs that differ in one place */
    uint32_t samples;           /* write so many states down */
    bool     drawn;             /* write states and transitions down as a graph */
    struct wire_steering steering;
    struct fault sought;        /* this one alone is looked for; FAULT_NONE: any */
    bool     sought_object;     /* or any use of what it has used */
    char     trust[1024];       /* functions, separated by commas, that need no guard */
    char     notice[64];        /* the runtime notes whether the program prints this; empty: it does not look */
    bool     unchecked_memory;  /* accesses to freed memory and the like are not looked for */
    bool     held_at_exit;      /* a thread that ends while it holds a lock is a fault */
    bool     reuse;             /* whether an allocation gets the block that was freed last is a choice */
    bool     leaks;             /* blocks that nothing points to in the end are a fault */
    bool     writes_real;       /* what set-up writes goes to the disk */
    bool     files_kept;        /* what the program writes to files in the search can be read back */
    char     store[256];        /* directory for what set-up writes; empty: it writes to the disk */
    uint64_t entropy;           /* which random bytes the program gets */
    bool     inputs;            /* what the program asks of the system is noted: files, and what no file tells */
    bool     wide;              /* it is the runtime for MOST_THREADS */
    uint64_t until;             /* replay: stop before the visible step of this number, from 1 */
    bool     debugged;          /* replay: wait for a debugger, and stop there (world/watch/debugger.h) */
    uint64_t map_bytes;         /* largest piece of address space to ask for: all that grows takes less if need be */
};

enum { WIRE_GARBAGE = 0xa5 };

/* Value of each byte of new memory. */
static inline uint8_t wire_fresh_byte(const struct wire_config *c)
{
    uint8_t garbage = c->garbage ? c->garbage : WIRE_GARBAGE;
    return c->fresh ? garbage : 0;
}

/* Dead values, which compilers leave behind in registers and frames and nobody reads again (liveness_table.h). */
enum wire_dead_values { WIRE_DEAD_KEEP, WIRE_DEAD_CLEAR, WIRE_DEAD_POISON };

/* One of several searches that one process makes, one after the other (--series): what it has of its own. Its `runs` are those of the
 * steering, with seeds from `seed` on. Filled in by the tool. */
struct wire_series {
    uint64_t seed, max_states, max_milliseconds;
    char     search[64], reduction[64];
    struct wire_steering steering;
};

/* A piece of a code fragment: [lo, hi) relative to module[n].base. Filled in by the tool. */
struct wire_code {
    uint64_t lo, hi;
    uint32_t module, fragment;
};

/* Variables on the heap that are tracked (--track): a part of the blocks that statements in [lo, hi), relative to module[0].base, allocate.
 * Filled in by the tool. */
enum wire_part { WIRE_WHOLE_BLOCK, WIRE_ELEMENT, WIRE_OFFSET };
enum { WIRE_MAX_BLOCKS = 1024 };
struct wire_block {
    uint64_t lo, hi;
    uint64_t at;           /* the number of the element, or its offset */
    uint32_t number;       /* the n-th block that one statement allocates, from 1; 0: each of them */
    uint32_t part;         /* enum wire_part */
};

#endif
