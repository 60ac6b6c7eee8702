/* hunt_wire.h - the memory that `mazurka hunt` shares with the processes that it starts (src/hunt): what an execution is to do, the
 * schedule that it took, and what came of it. The tool owns it, so that a process that crashes loses nothing.
 *
 * A schedule is a list of records. All that is not in it follows from the program: who is enabled, and that a thread goes on until a
 * record says otherwise. `at` counts decisions from the beginning of the execution. */
#ifndef MZ_WIRE_HUNT_WIRE_H
#define MZ_WIRE_HUNT_WIRE_H

#include <stdint.h>

#define HUNT_MAGIC 0x48554e54u
#define HUNT_VARIABLE "MAZURKA_HUNT" /* in the environment: the descriptor of the memory, and what was in the variables that are changed */

enum { HUNT_MAX_THREADS = 1024, HUNT_MAX_RECORDS = 1 << 18, HUNT_MAX_FRAMES = 16, HUNT_MAX_STACKS = 4096, HUNT_MAX_MODULES = 100 };
enum { HUNT_MAX_ANSWERS = 1 << 16, HUNT_ANSWER_SIZE = 16 };
enum { HUNT_MAX_RACES = 32, HUNT_MAX_PATH = 260 };
enum { HUNT_HOT_BITS = 1 << 16, HUNT_PAIRS = 1 << 16, HUNT_OBJECTS = 1 << 10 };

/* X(KIND, word, writes, orders): what a thread is about to do; `word` is completed by the name of the object, where there is one; what it
 * orders, as far as that follows from the kind and the object alone (checks/hunt_clocks.h). */
#define HUNT_KINDS(X) \
    X(START, "start", 0, NOTHING) X(END, "end", 1, NOTHING) \
    X(LOCK, "lock", 1, LEARNS) X(TRYLOCK, "try to lock", 1, LEARNS) X(UNLOCK, "unlock", 1, TELLS) \
    X(RDLOCK, "lock for reading", 1, NOTHING) X(WRLOCK, "lock for writing", 1, NOTHING) X(RWUNLOCK, "unlock", 1, NOTHING) \
    X(WAIT, "wait on condition", 1, HEARS) X(SIGNAL, "signal", 1, TELLS) X(BROADCAST, "broadcast", 1, TELLS) \
    X(SEM_WAIT, "wait for semaphore", 1, LEARNS) X(SEM_POST, "post semaphore", 1, TELLS) \
    X(BARRIER, "wait at barrier", 1, NOTHING) X(ONCE, "once", 1, LEARNS) \
    X(CREATE, "create a thread", 1, NOTHING) X(JOIN, "join", 1, NOTHING) X(CANCEL, "cancel", 1, SIGNALS) \
    X(READ, "read", 0, NOTHING) X(WRITE, "write", 1, NOTHING) \
    X(LOAD, "atomic load", 0, NOTHING) X(STORE, "atomic store", 1, NOTHING) X(UPDATE, "atomic update", 1, NOTHING) \
    X(FENCE, "fence", 0, NOTHING) X(FUTEX_WAIT, "futex wait", 1, WORD) X(FUTEX_WAKE, "futex wake", 1, WORD) \
    X(INPUT, "wait for input", 1, KERNEL) X(OUTPUT, "write to descriptor", 1, KERNEL) X(POLL, "poll", 0, KERNEL) \
    X(CHILD, "wait for child process", 0, KERNEL) X(KERNEL, "call that may block", 0, KERNEL) X(SLEEP, "sleep", 0, NOTHING) \
    X(YIELD, "yield", 0, NOTHING) X(FORK, "fork", 0, KERNEL) X(DESTROY, "destroy", 1, NOTHING)

enum hunt_kind {
#define HUNT_KIND(NAME, word, writes, orders) HUNT_##NAME,
    HUNT_KINDS(HUNT_KIND)
#undef HUNT_KIND
    HUNT_KIND_COUNT
};

/* X(EVENT, word): why there is a record. SWITCH: `thread` goes on, where another one was running. BACK: what the thread waits for
 * outside of the scheduler has come. TIMEOUT: its time is over. OUT: it did not come back from a call, or ran on without a scheduling
 * point. CHOSEN: it is the waiter that a signal wakes. */
#define HUNT_EVENTS(X) X(SWITCH, "switch") X(BACK, "back") X(TIMEOUT, "timeout") X(OUT, "out") X(CHOSEN, "chosen")

enum hunt_event {
#define HUNT_EVENT(NAME, word) HUNT_##NAME,
    HUNT_EVENTS(HUNT_EVENT)
#undef HUNT_EVENT
    HUNT_EVENT_COUNT
};

struct hunt_record {
    uint64_t at;     /* decisions before it */
    uint64_t own;    /* SWITCH: decisions that `from` has had */
    uint64_t pc;     /* of what `thread` does next, relative to the program */
    uint64_t object;
    uint16_t event, kind;
    uint16_t from, thread;
    uint16_t from_kind, from_state; /* where `from` was left: what it was about to do */
    uint32_t stack, from_stack;     /* in `stack`, + 1; 0: there is none */
    uint64_t from_pc, from_object;
};

/* Answer of the kernel; a long one is several. */
enum hunt_answer_kind { HUNT_CLOCK, HUNT_RANDOM, HUNT_ANSWER_KINDS };

struct hunt_answer {
    uint16_t thread, kind;
    uint8_t  bytes[HUNT_ANSWER_SIZE];
};

/* X(STATE, word) */
#define HUNT_STATES(X) X(FREE, "free") X(READY, "ready") X(RUNNING, "runs") X(BLOCKED, "waits") X(POLLING, "waits in the kernel") \
    X(OUTSIDE, "is in a call") X(EXITED, "has ended")

enum hunt_state {
#define HUNT_STATE(NAME, word) HUNT_IS_##NAME,
    HUNT_STATES(HUNT_STATE)
#undef HUNT_STATE
    HUNT_STATE_COUNT
};

struct hunt_thread {
    uint32_t state;
    uint32_t wake;   /* futex */
    uint32_t tid;
    uint32_t kind;
    uint64_t object, pc, start; /* addresses */
    uint64_t own;    /* decisions for it */
    uint32_t holder; /* thread that holds the object it waits for, + 1 */
    uint32_t frames;
    uint64_t stack[HUNT_MAX_FRAMES];
};

struct hunt_stack {
    uint64_t pc[HUNT_MAX_FRAMES]; /* return addresses, innermost first; 0 ends */
};

struct hunt_module {
    uint64_t base, lo, hi;
    char     path[HUNT_MAX_PATH];
};

/* X(NAME, word in traces): of which the runtime itself knows. All others the tool sees by the end of the process. */
#define HUNT_FAULTS(X) \
    X(NO_FAULT, "none") X(DEADLOCK, "deadlock") X(CRASH, "crash") X(ASSERTION, "assertion") X(STATUS, "status") X(HANG, "hang") \
    X(RACE, "race") X(MEMORY, "memory")

enum hunt_fault {
#define HUNT_FAULT(NAME, word) HUNT_##NAME,
    HUNT_FAULTS(HUNT_FAULT)
#undef HUNT_FAULT
    HUNT_FAULT_COUNT
};

#define HUNT_CIRCLE "circle" /* message of a deadlock: some wait for each other, whatever others do */

/* What is done about data races: OFF: not looked for. NOTED: in the list. ENDS: the first one ends the execution, or the first of the pair
 * of places that is asked for. */
enum hunt_races { HUNT_RACES_OFF, HUNT_RACES_NOTED, HUNT_RACES_END };

/* One of the two accesses of a race. The place, and those of the stack, are addresses in memory. */
struct hunt_access {
    uint64_t pc;
    uint32_t thread, size;
    uint8_t  writes, atomic, frees, stack_known;
    uint64_t stack[HUNT_MAX_FRAMES]; /* where an explanation is asked for */
};

struct hunt_race {
    uint64_t address;
    struct hunt_access access[2]; /* the later one is the second */
};

/* A block of the checked heap that was misused: where, so many bytes from its beginning; who had asked for it, and given it back. */
struct hunt_block {
    uint64_t size, pc;
    int64_t  offset;
    uint32_t thread, is_freed; /* thread: + 1 */
    uint64_t stack[HUNT_MAX_FRAMES];
    struct hunt_block_user {
        uint64_t pc;
        uint32_t thread;
        uint64_t stack[HUNT_MAX_FRAMES];
    } by[2];
};

/* SEARCH: the strategy chooses. EXACT: each record of the script at its decision. GUIDED: the script is one of segments, in which
 * `thread` runs until it has had `own` decisions, as far as that is possible. */
enum hunt_mode { HUNT_SEARCH, HUNT_EXACT, HUNT_GUIDED };

struct hunt_wire {
    uint32_t magic;

    /* Orders, written by the tool before each execution. */
    uint32_t mode, strategy, depth;
    uint64_t seed;
    uint64_t length;      /* expected number of decisions */
    uint64_t expected[HUNT_MAX_THREADS]; /* the same for each thread */
    uint32_t object_used[HUNT_OBJECTS];  /* how often an object, by its hash, was used in executions before, at most */
    uint32_t keep_pairs;
    uint32_t real_time, explain;
    uint32_t race_mode;   /* enum hunt_races */
    uint32_t heap;        /* the checked one */
    uint64_t race_pc[2];  /* ENDS: relative to the program; 0, 0: any */
    char     unseen[HUNT_MAX_PATH]; /* what in the program has no hooks, as a sentence; "": nothing, or it is trusted */
    char     trusted[256]; /* libraries without hooks beside which races are noted all the same */
    uint64_t script_count, answer_script_count;
    uint32_t hot[HUNT_HOT_BITS / 32]; /* places of plain accesses at which there are decisions */

    /* Results. */
    uint32_t started;     /* the runtime is there */
    uint32_t hooks;       /* accesses were seen */
    uint32_t process;
    uint32_t fault;
    uint64_t steps;       /* decisions so far */
    uint64_t switches;
    uint64_t falls;       /* a thread was told to let others go on: it has yielded, or run for long */
    uint64_t retries;     /* decisions that only let a thread look whether it still has to wait */
    uint64_t base;        /* of the program */
    uint32_t current;     /* thread that runs, + 1; 0: none */
    uint32_t idle;        /* thread that waits for the outside, + 1 */
    uint32_t threads;     /* numbers that were used */
    uint32_t takeover;    /* the tool: `current` is not heard of any more */
    uint64_t takeover_at;
    uint64_t diverged;    /* decision at which a replay differed, + 1 */
    uint64_t records;     /* used; beyond the room they are counted only */
    uint64_t stacks;
    uint64_t answers;      /* like records */
    uint64_t crash_pc, crash_address;
    uint32_t crash_thread, crash_signal, crash_frames;
    uint64_t crash_stack[HUNT_MAX_FRAMES];
    char     message[512];
    uint32_t uncontrolled; /* there were more threads than there is room for, and it was ended */
    uint32_t children;     /* it has started other processes */
    uint32_t races;        /* that were noted; beyond the room they are lost */
    char     foreign[HUNT_MAX_PATH]; /* a library without hooks, or what is unseen: as it may order threads, races were not noted */
    struct hunt_race race[HUNT_MAX_RACES];
    uint32_t object_uses[HUNT_OBJECTS];
    uint32_t pairs[HUNT_PAIRS / 32]; /* of writes and reads that saw them, by their hash */
    uint32_t heap_refused; /* there was no address space */
    struct hunt_block block;
    uint32_t modules;
    uint32_t found_hot[HUNT_HOT_BITS / 32];
    struct hunt_module module[HUNT_MAX_MODULES];
    struct hunt_thread thread[HUNT_MAX_THREADS];
    struct hunt_stack  stack[HUNT_MAX_STACKS];
    struct hunt_record record[HUNT_MAX_RECORDS];
    struct hunt_record script[HUNT_MAX_RECORDS];
    struct hunt_answer answer[HUNT_MAX_ANSWERS], answer_script[HUNT_MAX_ANSWERS];
};

/* A thread that sleeps in the scheduler, and can look after it; NULL: there is none. */
static inline struct hunt_thread *hunt_parked(struct hunt_wire *w)
{
    for (uint32_t i = 0; i < w->threads && i < HUNT_MAX_THREADS; i++) {
        uint32_t state = w->thread[i].state;
        if (state == HUNT_IS_READY || state == HUNT_IS_BLOCKED || state == HUNT_IS_POLLING)
            return &w->thread[i];
    }
    return 0;
}

/* X(name, turns, help): strategies, in the order of their numbers; each is a file of src/hunt/strategies: hunt_pct.c. `turns`: how many
 * it has in a round of the portfolio. */
#define HUNT_STRATEGIES(X) \
    X(pct, 1, "priorities, with depth - 1 random changes: finds a bug of depth d with a known probability") \
    X(pos, 1, "partial order sampling: a priority for each operation, drawn anew for those that meet it") \
    X(walk, 1, "random walk; how often it switches is drawn for each execution") \
    X(urw, 1, "random walk, weighted by what threads have left to do") \
    X(pctvb, 0, "pct, with changes at accesses to one or two objects") \
    X(rff, 0, "schedules that showed a new pair of a write and a read of it, changed at random")

enum hunt_strategy {
#define HUNT_STRATEGY(name, turns, help) HUNT_BY_##name,
    HUNT_STRATEGIES(HUNT_STRATEGY)
#undef HUNT_STRATEGY
    HUNT_STRATEGY_COUNT
};

#endif
