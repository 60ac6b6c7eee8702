/* fault.h - a fault of the program, as a record of fixed layout that the runtime hands to the tool. */
#ifndef MZ_MODEL_FAULT_H
#define MZ_MODEL_FAULT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/threadset.h"

/*      kind       word in reports and JSON   what it is */
#define FAULT_TABLE(F)                                                                                      \
    F(NONE,        "none",        "no fault")                                                               \
    F(ASSERTION,   "assertion",   "an assertion failed")                                                    \
    F(ABORT,       "abort",       "the program called abort")                                               \
    F(TERMINATE,   "terminate",   "std::terminate was called")                                              \
    F(CRASH,       "crash",       "a signal ended the program")                                             \
    F(STACK,       "stack-overflow", "a thread's stack overflowed")                                         \
    F(EXIT,        "exit-status", "the program ended with a status other than 0")                           \
    F(DEADLOCK,    "deadlock",    "threads wait for each other and none can run")                           \
    F(MISUSE,      "misuse",      "a synchronization object or thread function was used wrongly")           \
    F(RUNAWAY,     "runaway",     "a thread runs on without reaching a visible operation")                  \
    F(LIVELOCK,    "livelock",    "a fair cycle of states in which no thread makes progress")               \
    F(MEMORY,      "memory",      "memory was used that is not there, or given back wrongly")                \
    F(LEAK,        "leak",        "a block of the heap is lost: nothing points to it when the program ends")  \
    F(RACE,        "race",        "two threads access the same memory in no order, one writing")            \
    F(REFUSED,     "refused",     "the program uses something that is not supported")                       \
    F(DIVERGED,    "diverged",    "the program did not behave the same when run again")                     \
    F(INTERNAL,    "internal",    "the checker contradicted itself")

enum fault_kind {
#define F(kind, word, what) FAULT_##kind,
    FAULT_TABLE(F)
#undef F
    FAULT_KINDS
};

/* The heap block that a fault has to do with. */
struct fault_block {
    uint64_t start, size;  /* start 0: none */
    uint64_t pc, freed_pc; /* where it was allocated and freed; 0: unknown, not */
    uint32_t thread, freed_by;
};

/* Codes of FAULT_REFUSED; others are numbers of errors. */
enum refusal {
    REFUSED_ALWAYS,
    REFUSED_LATER,  /* it would have been supported before the first thread or choice */
    REFUSED_NARROW, /* the runtime for more threads supports it */
    REFUSED_COUNTS, /* of a loop that only counts it is not known whether it ends */
};

/* Codes of FAULT_DEADLOCK: nobody can move; the threads wait for ever while others do nothing but time out, or but look again; nobody can
 * move, and some wait in a loop. */
enum deadlock { DEADLOCK_OF_ALL, DEADLOCK_TIME_OUTS, DEADLOCK_POLLS, DEADLOCK_LOOPS };

/* Codes of FAULT_LIVELOCK: a fair cycle; no end can be reached any more. */
enum livelock_kind { LIVELOCK_FAIR_CYCLE, LIVELOCK_NO_END };

/* Codes of FAULT_LEAK: are blocks from elsewhere lost, too? */
enum leak { LEAK_OF_ONE_PLACE, LEAK_AMONG_OTHERS };

/* Do others go on while those wait? */
static inline bool deadlock_is_partial(int32_t code)
{
    return code == DEADLOCK_TIME_OUTS || code == DEADLOCK_POLLS;
}

/* Text behind the names of those that wait. */
static inline const char *deadlock_meaning(int32_t code)
{
    switch (code) {
    case DEADLOCK_TIME_OUTS: return " for ever, while others only time out";
    case DEADLOCK_POLLS:     return " for ever, while others only poll";
    default:                 return "";
    }
}

struct fault {
    uint32_t kind;       /* enum fault_kind */
    uint32_t thread;
    uint64_t pc;         /* return address into the program, or the faulting instruction */
    uint64_t addr;       /* object or memory concerned, 0 if none */
    int32_t  code;       /* signal number, exit status, enum refusal, deadlock or leak, errno that the real function would return */
    uint32_t line;       /* of an assertion */
    char     text[232];  /* the assertion's expression, or a sentence: "unlock of a mutex that thread 2 holds" */
    char     file[128];  /* of an assertion */
    char     function[80];
    uint64_t other_pc;     /* of a data race: the access that came first, */
    uint32_t other_thread; /* and its thread */
    uint32_t reserved;
    struct thread_words threads; /* of a deadlock: those that are in it */
    struct fault_block block;
};

/* A recursion or a loop without end has no one place where it fails: there the thread counts. */
bool fault_is_anywhere(const struct fault *f);

/* A fault that ends a path and is none of the program's: of what lies behind it nothing is known, and the search goes on elsewhere. */
bool fault_cuts(const struct fault *f);

/* A fault by which no search is worth going on. */
bool fault_ends_search(const struct fault *f);

/* The same for faults that are told as one: of one kind, at one place, with one text. */
uint64_t fault_identity(const struct fault *f);

/* Uses of memory that has ended, of one block or of the frames of one stack: different places show the same mistake. */
bool fault_has_object_of(const struct fault *f, const struct fault *other);

extern const char *const fault_words[FAULT_KINDS];
extern const char *const fault_meanings[FAULT_KINDS];

#endif
