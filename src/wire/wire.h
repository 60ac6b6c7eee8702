/* wire.h - the memory shared by the tool (`mazurka check`) and the runtime inside the checked program.
 *
 * One memfd, made by the tool and inherited by the program; its descriptor's number is in the environment variable
 * MAZURKA_WIRE. Fixed layout, offsets from the start, no pointers. The tool fills in `config` (and, for a replay, the
 * schedule and the visible ranges), the runtime everything else. The file is sparse: its sections are large in address
 * space and cost only what is used. Numbers are written by one side only, so plain loads and stores suffice; `phase` and
 * `stop` are accessed with acquire/release.
 */
#ifndef MZ_WIRE_WIRE_H
#define MZ_WIRE_WIRE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/digest.h"
#include "model/fault.h"
#include "model/premise_table.h"
#include "model/variable.h"
#include "wire/inputs.h"
#include "wire/wire_config.h"
#include "wire/wire_results.h"

#define WIRE_MAGIC   0x31457269577a614dULL /* "MazWirE1" */
#define WIRE_VERSION 1
#define WIRE_ENV     "MAZURKA_WIRE"

/* A loaded object, so that the tool can turn addresses into names. */
struct wire_module {
    uint64_t base;         /* load bias: address - base is the address in the file */
    uint64_t lo, hi;       /* extent in memory */
    uint64_t tls;          /* thread-local storage, from the thread pointer on, in two's complement; 0: none */
    uint32_t flags;        /* WIRE_MODULE_* */
    char     path[260];
};
enum { WIRE_MAX_MODULES = 128 };
enum { WIRE_MODULE_PROGRAM = 1, WIRE_MODULE_INSTRUMENTED = 2, WIRE_MODULE_RUNTIME = 4, WIRE_MODULE_SYSTEM = 8,
       WIRE_MODULE_LATE = 16 /* opened in set-up: what of it is shared is not told */ };

/* The program itself, or a library of its own that has hooks. */
static inline bool wire_module_is_programs(const struct wire_module *m)
{
    return m->flags & (WIRE_MODULE_PROGRAM | WIRE_MODULE_INSTRUMENTED) && !(m->flags & WIRE_MODULE_RUNTIME);
}

/* Visible memory, found or given. `space` makes it independent of where things are loaded. Where memory is weak, words that were accessed
 * plainly and atomically are told besides: which messages are one depends on them (world/race/shadow.h), and a replay counts messages. */
enum { WIRE_RANGE_MIXED = 1 << 30 };
struct wire_range {
    uint32_t space;        /* 0: absolute (arenas at fixed addresses); n + 1: relative to module[n].base; and WIRE_RANGE_MIXED */
    uint32_t length;
    uint64_t start;
};

/* Replay: one operation performed. `stack` is the call stack, innermost first: stack[0] is the operation's own pc. */
struct wire_event {
    uint64_t step;         /* number of the choice-point transition it belongs to, from 0 (set-up is ~0) */
    uint16_t thread;
    uint16_t kind;         /* enum op_kind */
    uint8_t  detail, order;
    uint8_t  visible;      /* it was a scheduling point */
    uint8_t  choice_point; /* more than one successor was possible */
    uint16_t choice;       /* outcome taken */
    uint16_t choices;      /* outcomes that were possible */
    uint32_t size;
    uint8_t  yielded;      /* its thread has passed a yield on the way to it */
    uint8_t  pending;      /* the call goes on with another operation: a wait that has timed out still has to take its mutex */
    uint16_t newer;        /* weak memory: values there that are newer than the one that it read, or wrote */
    struct thread_words enabled; /* threads that could have run instead */
    uint64_t addr, addr2;
    uint64_t arg[3];       /* operands */
    uint64_t before, after;/* first 8 bytes of the memory at addr, before and after the operation */
    uint64_t result;       /* what the call returned */
    uint64_t pc;
    uint64_t output;       /* OP_OUTPUT: offset in the output section; size is its length; detail 1: stdout, 2: stderr, else a file,
                            * whose name, of arg[0] bytes, comes directly before */
    uint64_t block, block_size, block_pc; /* if addr lies in a heap block: its start, size and allocation site */
    uint32_t depth;        /* of the call stack */
    uint32_t stack_used;
    uint64_t stack[WIRE_STACK];
    uint64_t frame[WIRE_STACK]; /* frame register in the function of stack[i], by which locals are named; 0: unknown */
    uint64_t sp[WIRE_STACK];    /* stack pointer there */
};

/* Threads as seen in a replay, for names in reports. A number may be used again: later entries follow earlier ones. */
struct wire_thread {
    uint32_t thread;
    uint32_t parent;
    uint64_t start;        /* address of the start function; 0 for the main thread */
    uint64_t created_pc;
    uint64_t event;        /* index of the event that created it */
};
enum { WIRE_MAX_THREADS = 16384 };

/* Pending operation of a live thread in the last state: for deadlocks. */
struct wire_waiter {
    uint32_t thread;
    uint16_t kind;         /* enum op_kind of its pending operation */
    uint8_t  enabled, detail;
    uint64_t addr, addr2;
    uint64_t pc;
    uint32_t size;         /* of what is at addr */
    uint8_t  loops;        /* it waits in a loop */
    uint8_t  yielded;      /* it has passed a yield on the way to where it is */
    uint32_t stack_used;
    int32_t  waits_for;    /* thread that must act first, or -1 when unknown (condition variable, semaphore) */
    struct thread_words holders; /* threads that hold the object */
    char     note[64];     /* what there is to know of the object: "2 of 3 threads have arrived" */
    uint64_t stack[WIRE_STACK];
};
enum { WIRE_MAX_WAITERS = MOST_THREADS };

/* A word of a state. */
enum wire_word_kind {
    WIRE_WORD_MEMORY,
    WIRE_WORD_STACK,
    WIRE_WORD_REGISTER,
    WIRE_WORD_PENDING,
    WIRE_WORD_START,       /* of the code that calls main, on its stack: values there differ from process to process */
    WIRE_WORD_PAGE,        /* a digest of all words up to the next page */
};
struct wire_word {
    uint64_t addr, value;
    uint64_t pc;           /* stack: somewhere in the function whose frame it is; register, pending: the operation's */
    int64_t  offset;       /* stack: from the function's stack pointer; register: which word of the switch */
    uint32_t kind, thread; /* enum wire_word_kind */
};

/* One in which alone some states differ from others. */
struct wire_split {
    struct wire_word word;
    uint64_t other;        /* value in another state */
    uint64_t count;        /* states that differ from another one here only */
};
enum { WIRE_MAX_SPLITS = 1024 };

/* A state with all of its words that are not zero, and the decisions that lead to it (in the decisions section). */
struct wire_sample {
    uint64_t first, count;
    uint64_t first_word, words; /* in the words section */
};
enum { WIRE_MAX_SAMPLES = 1024 };

/* A function without hooks that the program imports, and whose effects are found by comparison. */
struct wire_guarded {
    char     name[60];
    uint32_t flags;        /* WIRE_GUARDED_* */
};
enum { WIRE_MAX_GUARDED = 1024 };
#define WIRE_GUARDED_OWN "@" /* before the address, in the program's file, of one of its own functions, which is its name */
enum {
    WIRE_GUARDED_CALLED = 1,
    WIRE_GUARDED_SHARES = 2, /* it touches memory that threads share */
    WIRE_GUARDED_LATER = 4,  /* it was called behind set-up */
};

/* One of a language's run-time library that was called through a pointer: such are not guarded. */
struct wire_loose {
    char     name[252];
};
enum { WIRE_MAX_LOOSE = 64 };

/* Functions of the program whose names mean something (docs/use/sv-comp.md), by addresses in its file. Filled in by the tool. */
enum wire_named_kind { WIRE_NAMED_ATOMIC, WIRE_NAMED_ASSUME };
struct wire_named {
    uint64_t lo, hi;
    uint32_t kind, reserved;
};
enum { WIRE_MAX_NAMED = 256 };

/* A place in the program's code of which the tool wants to know whether it was reached (world/watch/reached_code.h), and the file that
 * it is in. The tool gives each place once, by files, and by addresses within each. */
struct wire_spot {
    uint64_t at;           /* address in its file */
    uint64_t end;          /* a function begins there, which ends here; 0: none does */
    uint32_t laid;         /* there is a way to know of it */
    uint32_t in_setup;     /* it was reached before the first thread */
    uint32_t reached;      /* by this thread, plus 1, behind set-up, or set-up has ended within the function */
    uint32_t reserved;
};
struct wire_spot_file {
    char     path[260];
    uint32_t first, count; /* of its spots */
};
enum { WIRE_MAX_SPOTS = 1 << 16, WIRE_MAX_SPOT_FILES = 16 };

/* Functions of the program that have no hooks and are led outside (world/outside/own_code.h), by address. */
enum { WIRE_MAX_BARE = 1 << 16 };

/* Places in the program that have come into question, by return address: 0 ends them. The rest is dropped. */
enum { WIRE_MAX_PLACES = 8 };
static inline void wire_note_place(uint64_t place[WIRE_MAX_PLACES], uint64_t pc)
{
    for (unsigned i = 0; i < WIRE_MAX_PLACES && place[i] != pc; i++)
        if (place[i] == 0) {
            place[i] = pc;
            return;
        }
}

/* Facts of the whole search, which several processes find out. */
static inline void wire_note_bits(uint64_t *facts, uint64_t bits)
{
    if (bits & ~*facts)
        __atomic_fetch_or(facts, bits, __ATOMIC_RELAXED);
}

/* Losses of weak memory: uses that it is not explored for. */
enum wire_weak_loss {
    WIRE_WEAK_SIZES,      /* atomic operations of several sizes on one object */
    WIRE_WEAK_STRUCTURES, /* on objects that no instruction can exchange */
    WIRE_WEAK_UNSEEN,     /* an atomic object was written, nobody knows by whom */
    WIRE_WEAK_OUTSIDE,    /* code without hooks, or a library with a lock of its own, was taken to order threads */
    WIRE_WEAK_PLACES,     /* too many atomic objects, */
    WIRE_WEAK_MESSAGES,   /* or values of one that may still be read, */
    WIRE_WEAK_STALE,      /* or more of them than --stale allows */
    WIRE_WEAK_LOSSES,
};

/* Threads that have freed and allocated blocks of a size class, the latter behind set-up; the first place where one did. */
struct wire_heap_use {
    struct thread_words freed_by, allocated_by;
    uint64_t pc;
};
enum { WIRE_HEAP_CLASSES = 15 };

static inline void wire_note_thread(struct thread_words *set, tid t)
{
    wire_note_bits(&set->word[t / 64], (uint64_t)1 << t % 64);
}

/* A file whose content the program has read, or that it has tried to open, be it there or not: should it change, what was finished before
 * (--checkpoint) is of another program. */
enum wire_file_use { WIRE_FILE_LOST /* there was no room for its path */, WIRE_FILE_READ, WIRE_FILE_OPENED /* the tool looks at it */ };
struct wire_file {
    uint64_t inode, size, changed; /* nanoseconds; inode 0: it was not there, and `size` is the error */
    uint32_t noted;        /* enum wire_file_use */
    char     path[228];
};
enum { WIRE_MAX_FILES = 256 };

/* An atomic operation or fence that was reached, with the orders that it is written with and those that hold: one for each of its places
 * and the orders that it came with there. A place is the return address of its hook in its file, and above that the number of its module:
 * 0 is the program. */
enum { WIRE_AT_MODULE = 48, WIRE_MAX_CELLS = 16 };
struct wire_atomic {
    uint64_t at;           /* its place */
    uint64_t addr;         /* of its first object */
    uint32_t size;
    uint8_t  kind;         /* enum op_kind */
    uint8_t  order, failure; /* __ATOMIC_*; `failure`: of a compare-exchange */
    uint8_t  other, other_failure;
    uint8_t  met;          /* WIRE_MET_* */
    uint16_t thread;       /* the first one that comes there behind set-up */
    uint8_t  several;      /* others do, too */
    uint8_t  cells;        /* used of: addresses that it accesses then; more than there is room for: it may access any */
    uint8_t  reserved[2];
    uint64_t cell[WIRE_MAX_CELLS];
};
enum { WIRE_MET_IN_SETUP = 1, WIRE_MET_LATER = 2 };
/* The order that holds at such a place. Filled in by the tool, in ascending order. */
struct wire_order {
    uint64_t at;
    uint8_t  order, failure;
    uint8_t  reserved[6];
};
enum { WIRE_MAX_ATOMICS = 4096 };
/* Places of operations to which threads come one right after the other: `first` and `then` are numbers among them. */
struct wire_follows {
    uint16_t first, then;
};
enum { WIRE_MAX_WAYPOINTS = 8192, WIRE_MAX_FOLLOWS = 16384 };

struct wire {
    uint64_t magic;
    uint32_t version, phase;
    uint32_t stop;         /* set by the tool: end the search now */
    uint32_t pid;
    struct wire_config   config;
    struct wire_counters counters;
    uint32_t verdict;      /* enum wire_verdict */
    uint32_t findings;
    uint32_t modules;
    uint32_t threads;
    uint32_t waiters;
    uint32_t dropped;      /* findings beyond WIRE_MAX_FINDINGS */
    uint64_t stack_lo, stack_span; /* thread t's stack lies in [stack_lo + t*stack_span, +stack_span) */
    uint64_t thread_pointer, thread_pointer_step; /* thread t's is the first + t times the second; 0: not known */
    uint64_t heap_lo, heap_span;   /* likewise its heap */
    uint64_t unguarded;    /* there is code without hooks that may be called without a guard: too much of it */
    char     message[512]; /* WIRE_REFUSED, WIRE_REPLAY_LOST: a sentence */
    /* The schedule to the current state, in the path section, so that a killed search can say where it was; before a replay
     * the number of decisions to follow, which are in the decisions section. */
    uint64_t path_count;
    struct wire_finding finding[WIRE_MAX_FINDINGS];
    struct wire_module  module[WIRE_MAX_MODULES];
    struct wire_thread  thread[WIRE_MAX_THREADS];
    struct wire_waiter  waiter[WIRE_MAX_WAITERS];
    struct wire_split   split[WIRE_MAX_SPLITS];
    uint64_t split_states; /* that were looked at */
    uint32_t splits;
    uint32_t samples;
    struct wire_sample  sample[WIRE_MAX_SAMPLES];
    uint64_t ranges;       /* number of visible ranges */
    uint64_t decisions;    /* used in the decisions section */
    uint64_t events;
    uint64_t output_bytes;
    uint64_t liveness_bytes; /* used in the liveness section */
    uint64_t runs;         /* used in the runs section: runs that have ended */
    struct wire_inputs inputs; /* what the program compares with: from the tool */
    uint32_t named;        /* number of named functions */
    uint32_t inputs_cut;   /* __VERIFIER_nondet_... was called for a type of which not all values are explored */
    uint64_t relied[WIRE_MAX_PLACES]; /* where time-outs were needed: nobody could move but by them */
    uint64_t unjudged[WIRE_MAX_PLACES]; /* where threads wait while others only poll: too much follows to say whether in vain */
    uint32_t rounds;       /* that loops which wait and count make one by one; 0: all of them (world/waiting/counting.h) */
    uint64_t counted[WIRE_MAX_PLACES]; /* where such loops were cut short */
    uint32_t loops_unseen; /* by this search: loops are taken to end, wherever they are */
    uint64_t endless[WIRE_MAX_PLACES]; /* loops of which it is not known whether they end */
    uint64_t unending[WIRE_MAX_PLACES]; /* loops without a known way out, which may be meant to run for ever */
    uint64_t work_shared[WIRE_MAX_PLACES]; /* where OpenMP gives out parts of the work: to take one orders more than is promised */
    uint64_t own_stacks[WIRE_MAX_PLACES]; /* where the program gives memory of its own for a stack, which is not used */
    uint64_t reusable[WIRE_MAX_PLACES]; /* allocations that could have got a block that was freed before, and were not given it */
    struct wire_heap_use heap_use[WIRE_HEAP_CLASSES];
    uint64_t freed_and_left; /* classes of which blocks were freed on paths that were left before their end */
    uint64_t met[PREMISES]; /* model/premise_table.h: where the program has met each of them first; 0: nowhere */
    uint64_t thread_table, thread_table_size; /* what the runtime knows of threads: they always share it */
    uint64_t clock_stopped[WIRE_MAX_PLACES]; /* where paths were given up because clocks could show no more */
    uint32_t maps_memory;  /* memory was taken from the kernel in set-up (mmap, sbrk) that cannot be followed */
    uint32_t local_late;   /* an object with thread-local variables was loaded in set-up: they are not followed */
    struct wire_named named_function[WIRE_MAX_NAMED];
    uint32_t guarded;      /* number of guarded functions */
    struct wire_guarded guarded_function[WIRE_MAX_GUARDED];
    uint32_t loose;
    uint32_t loose_unseen; /* others may have been called so, unannounced */
    struct wire_loose loose_function[WIRE_MAX_LOOSE];
    uint32_t ended_well;   /* some execution has ended with status 0 */
    uint32_t stream_shared; /* two threads have used the same standard stream */
    uint32_t noticed;      /* some execution has printed config.notice */
    uint32_t weak_atomics; /* atomics weaker than seq_cst were performed: the first one and its order */
    uint32_t weak_order;
    struct wire_access weak;
    uint64_t weak_lost[WIRE_WEAK_LOSSES]; /* with --memory-model=c11: the first place where each was met; 0: nowhere */
    uint64_t weak_ordered, weak_loose; /* likewise: a sequentially consistent operation of which more may be allowed, and a weaker one */
    uint32_t atomics;      /* used of: */
    uint32_t atomics_lost; /* there was no room for others */
    struct wire_atomic atomic[WIRE_MAX_ATOMICS];
    uint32_t other_orders; /* used of: */
    uint32_t reserved_orders;
    struct wire_order other_order[WIRE_MAX_ATOMICS];
    uint32_t waypoints;    /* used of: places of atomic operations and fences, and of others where threads were at a choice point */
    uint32_t follows;      /* used of: */
    uint64_t waypoint[WIRE_MAX_WAYPOINTS];
    struct wire_follows follow[WIRE_MAX_FOLLOWS];
    uint32_t follows_lost; /* there was no room for others */
    uint32_t reserved_follows;
    uint32_t spots;        /* that the tool has named */
    uint32_t spots_lost;   /* there was no way to know of some */
    struct wire_spot spot[WIRE_MAX_SPOTS];
    uint32_t spot_files;   /* the program is the first one */
    struct wire_spot_file spot_file[WIRE_MAX_SPOT_FILES];
    uint32_t bares;        /* that the tool has named */
    uint32_t bare_laid;    /* calls of all of them are led outside */
    uint64_t bare[WIRE_MAX_BARE]; /* addresses in the program's file */
    uint32_t ended_by;     /* enum wire_verdict: how the search ended where `verdict` is WIRE_BUG (--all) */
    uint32_t first;        /* of several searches side by side (-j): number, from 1, of the one that has explored everything */
    struct wire_worker worker[WIRE_MAX_WORKERS];
    uint32_t set_up;       /* set-up is done, and what it has left is in the setup section */
    uint32_t writes_real;  /* what set-up writes reaches the disk although that was not wanted: the system does not let us catch it */
    char     uncaptured[128]; /* what set-up did that cannot be kept from the disk, and has failed */
    char     asked[64];    /* with config.inputs: what set-up has asked that may have another answer in the next process; "": nothing */
    uint64_t setup_words;  /* used in the setup section; more than WIRE_MAX_SETUP: there was no room for the rest */
    uint64_t secret[2];    /* of the process: what guards of stacks, and of pointers, are made from */
    struct digest root;    /* of the state that set-up has left: the same in every process */
    struct wire_census census;
    uint32_t needs_wide;   /* the program was refused a thread that the wide runtime has room for */
    struct wire_fate fate;
    struct wire_covered covered;
    uint32_t pairs;        /* used in the pairs section */
    uint32_t awaits_debugger; /* the replay begins when one is attached */
    uint64_t codes;        /* used in the codes section */
    uint32_t blocks, reserved_blocks; /* used of: */
    struct wire_block block[WIRE_MAX_BLOCKS];
    uint64_t globals;      /* used in the globals section */
    uint64_t variables;    /* used in the variables section; some are empty */
    uint64_t series;       /* used in the series section; 0: there is one search, that of `config` */
    uint32_t turn;         /* enum wire_turn */
    uint32_t turn_failed;  /* set by the tool: it could not */
    uint32_t turn_whole;   /* what is to be kept ends something that belongs together; of what was asked for there is no more */
    uint32_t undivided;    /* nothing is kept: what is known of this program would have to be more (world/watch/knowledge.h) */
    uint64_t turn_bytes;   /* in the exchange section */
    uint32_t turn_taken, reserved_turn; /* the runtime has been handed all messages that had come */
    uint32_t files;        /* used of: (more: there was no room for the rest) */
    uint32_t reserved_files;
    struct wire_file file[WIRE_MAX_FILES];
};

/* End of the search, whatever it has found. */
static inline enum wire_verdict wire_ending(const struct wire *w)
{
    return w->verdict == WIRE_BUG && w->ended_by ? w->ended_by : w->verdict;
}

/* Number of the spot with this address in the file; WIRE_MAX_SPOTS: there is none. */
static inline uint32_t wire_spot_at(const struct wire *w, uint32_t file, uint64_t at)
{
    if (file >= w->spot_files || file >= WIRE_MAX_SPOT_FILES)
        return WIRE_MAX_SPOTS;
    uint32_t low = w->spot_file[file].first, high = low + w->spot_file[file].count, end = high;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (w->spot[middle].at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && w->spot[low].at == at ? low : WIRE_MAX_SPOTS;
}

/* A global variable, or a member of one that is a structure, by its address in the program's file. Filled in by the tool for searches that
 * go by variables, in ascending order. */
struct wire_global {
    uint64_t start, size;
    uint32_t element;      /* bytes of each of its elements; the size if it is no array; 0: what it is made of is not known */
    uint32_t reserved;
};

/* A variable and its accesses, in all executions of search "profile". */
struct wire_variable {
    struct variable_id id;
    uint64_t executions;   /* that have accessed it */
    uint64_t reads, writes;
    uint64_t most;         /* accesses in one execution */
    uint32_t sharers;      /* threads that have accessed it in one execution */
    uint32_t reserved;
    uint64_t by[MOST_THREADS]; /* threads, by their numbers */
    uint64_t stack[WIRE_STACK]; /* of the allocation, innermost first; 0 ends it */
};

/* The graph that was explored, for a program that is small (world/watch/state_graph.h): its first vertex is the state that set-up has
 * left. The events of the transitions are in the events section. */
enum wire_vertex_kind {
    WIRE_VERTEX_STATE,
    WIRE_VERTEX_END,
    WIRE_VERTEX_ASSUMED,   /* given up by mz_assume */
    WIRE_VERTEX_DEADLOCK,
    WIRE_VERTEX_FAULT,     /* no state: what the step into it has ended in */
};
struct wire_vertex {
    uint8_t  kind;         /* enum wire_vertex_kind */
    uint8_t  fault;        /* enum fault_kind */
    uint16_t successors;   /* that there are, explored or not; 0: nobody has gone on from here */
    uint32_t reserved;
};
struct wire_edge {
    uint32_t from, to;     /* vertices */
    uint16_t thread, choice;
    uint32_t reserved;
    uint64_t event;        /* what the transition begins with; those of its local operations follow */
};
enum { WIRE_MAX_VERTICES = 2000, WIRE_MAX_EDGES = 8000 };
struct wire_graph {
    uint32_t vertices, edges;
    uint64_t left_out;     /* there is more than there was room for */
    uint64_t events;       /* used in the events section */
    struct wire_vertex vertex[WIRE_MAX_VERTICES];
    struct wire_edge   edge[WIRE_MAX_EDGES];
};

/* Whose turn it is with the exchange section (--checkpoint, --mpi): the runtime's; the tool's, to keep what is there, or to fill it with
 * what was kept before; to send it to other machines, or to fill it with what has come from them, or with
 * what they know. */
enum wire_turn { WIRE_TURN_RUNTIME, WIRE_TURN_KEEP, WIRE_TURN_FETCH, WIRE_TURN_SEND, WIRE_TURN_TAKE, WIRE_TURN_KNOWN };

/* Findings when what was kept was known. Filled in by the tool. */
struct wire_recall {
    uint64_t findings, dropped, decisions, ended_well;
    struct wire_finding finding[WIRE_MAX_FINDINGS];
    struct wire_decision decision[];
};

/* Sections behind the header, each at a fixed offset. They are smaller in an emulator, which writes down every page, touched or not. */
#ifndef WIRE_PART
#define WIRE_PART (1ULL << 30)
#endif
#define WIRE_PATH_OFFSET      (5ULL << 20)     /* struct wire_decision[] */
#define WIRE_DECISIONS_OFFSET WIRE_PART        /* struct wire_decision[]: those of the findings */
#define WIRE_RANGES_OFFSET    (2 * WIRE_PART)  /* struct wire_range[] */
#define WIRE_OUTPUT_OFFSET    (3 * WIRE_PART)  /* bytes */
#define WIRE_EVENTS_OFFSET    (4 * WIRE_PART)  /* struct wire_event[] */
#define WIRE_LIVENESS_OFFSET  (20 * WIRE_PART) /* tables of liveness_table.h, one for each module, each after its length (uint64_t) */
#define WIRE_RUNS_OFFSET      (21 * WIRE_PART) /* struct wire_run[] */
#define WIRE_WORDS_OFFSET     (22 * WIRE_PART) /* struct wire_word[]: those of the samples */
#define WIRE_SETUP_OFFSET     (23 * WIRE_PART) /* struct wire_word[]: what set-up has left */
#define WIRE_CODES_OFFSET     (24 * WIRE_PART) /* struct wire_code[]: of the fragments, by their addresses */
#define WIRE_PAIRS_OFFSET     (25 * WIRE_PART) /* struct wire_pair[] */
#define WIRE_GLOBALS_OFFSET   (26 * WIRE_PART) /* struct wire_global[] */
#define WIRE_VARIABLES_OFFSET (27 * WIRE_PART) /* struct wire_variable[] */
#define WIRE_SERIES_OFFSET    (28 * WIRE_PART) /* struct wire_series[] */
#define WIRE_GRAPH_OFFSET     (29 * WIRE_PART) /* struct wire_graph */
#define WIRE_EXCHANGE_OFFSET  (30 * WIRE_PART) /* records (model/record.h), on their way from one side to the other: WIRE_EXCHANGE_BYTES */
#define WIRE_RECALL_OFFSET    (31 * WIRE_PART) /* struct wire_recall */
#define WIRE_SIZE             (32 * WIRE_PART)

#define WIRE_SECTION(w, type, OFFSET) ((type *)((char *)(w) + (OFFSET)))
#define wire_path(w)           WIRE_SECTION(w, struct wire_decision, WIRE_PATH_OFFSET)
#define wire_decisions(w)      WIRE_SECTION(w, struct wire_decision, WIRE_DECISIONS_OFFSET)
#define wire_ranges(w)         WIRE_SECTION(w, struct wire_range, WIRE_RANGES_OFFSET)
#define wire_output(w)         WIRE_SECTION(w, char, WIRE_OUTPUT_OFFSET)
#define wire_events(w)         WIRE_SECTION(w, struct wire_event, WIRE_EVENTS_OFFSET)
#define wire_liveness(w)       WIRE_SECTION(w, char, WIRE_LIVENESS_OFFSET)
#define wire_runs(w)           WIRE_SECTION(w, struct wire_run, WIRE_RUNS_OFFSET)
#define wire_words(w)          WIRE_SECTION(w, struct wire_word, WIRE_WORDS_OFFSET)
#define wire_setup(w)          WIRE_SECTION(w, struct wire_word, WIRE_SETUP_OFFSET)
#define wire_codes(w)          WIRE_SECTION(w, struct wire_code, WIRE_CODES_OFFSET)
#define wire_pairs(w)          WIRE_SECTION(w, struct wire_pair, WIRE_PAIRS_OFFSET)
#define wire_globals(w)        WIRE_SECTION(w, struct wire_global, WIRE_GLOBALS_OFFSET)
#define wire_variables(w)      WIRE_SECTION(w, struct wire_variable, WIRE_VARIABLES_OFFSET)
#define wire_series(w)         WIRE_SECTION(w, struct wire_series, WIRE_SERIES_OFFSET)
#define wire_graph(w)          WIRE_SECTION(w, struct wire_graph, WIRE_GRAPH_OFFSET)
#define wire_exchange(w)       WIRE_SECTION(w, char, WIRE_EXCHANGE_OFFSET)
#define wire_recall(w)         WIRE_SECTION(w, struct wire_recall, WIRE_RECALL_OFFSET)
#define WIRE_EXCHANGE_BYTES (32ULL << 20)
#define WIRE_MAX_RECALLED  ((WIRE_SIZE - WIRE_RECALL_OFFSET - sizeof(struct wire_recall)) / sizeof(struct wire_decision))
#define WIRE_MAX_PATH      ((WIRE_DECISIONS_OFFSET - WIRE_PATH_OFFSET) / sizeof(struct wire_decision))
#define WIRE_MAX_DECISIONS ((WIRE_RANGES_OFFSET - WIRE_DECISIONS_OFFSET) / sizeof(struct wire_decision))
#define WIRE_MAX_RANGES    ((WIRE_OUTPUT_OFFSET - WIRE_RANGES_OFFSET) / sizeof(struct wire_range))
#define WIRE_MAX_OUTPUT    (WIRE_EVENTS_OFFSET - WIRE_OUTPUT_OFFSET)
#define WIRE_MAX_EVENTS    ((WIRE_LIVENESS_OFFSET - WIRE_EVENTS_OFFSET) / sizeof(struct wire_event))
#define WIRE_MAX_LIVENESS  (WIRE_RUNS_OFFSET - WIRE_LIVENESS_OFFSET)
#define WIRE_MAX_RUNS      ((WIRE_WORDS_OFFSET - WIRE_RUNS_OFFSET) / sizeof(struct wire_run))
#define WIRE_MAX_WORDS     ((WIRE_SETUP_OFFSET - WIRE_WORDS_OFFSET) / sizeof(struct wire_word))
#define WIRE_MAX_SETUP     ((WIRE_CODES_OFFSET - WIRE_SETUP_OFFSET) / sizeof(struct wire_word))
#define WIRE_MAX_CODES     ((WIRE_PAIRS_OFFSET - WIRE_CODES_OFFSET) / sizeof(struct wire_code))
#define WIRE_MAX_PAIRS     ((WIRE_GLOBALS_OFFSET - WIRE_PAIRS_OFFSET) / sizeof(struct wire_pair))
#define WIRE_MAX_GLOBALS   ((WIRE_VARIABLES_OFFSET - WIRE_GLOBALS_OFFSET) / sizeof(struct wire_global))
#define WIRE_MAX_VARIABLES ((WIRE_SERIES_OFFSET - WIRE_VARIABLES_OFFSET) / sizeof(struct wire_variable))
#define WIRE_MAX_SERIES    ((WIRE_GRAPH_OFFSET - WIRE_SERIES_OFFSET) / sizeof(struct wire_series))

_Static_assert(sizeof(struct wire) < WIRE_PATH_OFFSET, "the header fits before the first section");

#endif
