/* semantics.h - the meaning of each kind of operation: one row per kind, filled in by the stand-in's own file.
 *
 * Called by the world on the engine's stack. Memory of the program and model state (MODEL variables) are changed only
 * through mem.h, so that every change can be undone and is part of the digest.
 */
#ifndef MZ_WORLD_SEMANTICS_H
#define MZ_WORLD_SEMANTICS_H

#include "world/thread.h"

enum performed {
    PERFORM_RESUME,  /* done: t->result[] is what the call returns; let the thread run on */
    PERFORM_PENDING, /* done, and t->op was replaced by a further operation that is pending now: the thread stays parked */
    PERFORM_ENDED,   /* the thread has ended, or the process has */
    PERFORM_FAULT,   /* world_report() was called */
};

enum { SEMANTICS_ALSO = 3 };

/* Reason for which an enabled operation goes on: something that has happened; because its thread has slept, or yielded, and looks again;
 * because its time is up; for no reason at all. */
enum idleness { IDLE_NOT, IDLE_POLL, IDLE_TIME, IDLE_SPURIOUS };

struct semantics {
    bool (*enabled)(const struct thread *t, const struct op *op);      /* NULL: always */
    enum idleness (*idle)(const struct thread *t, const struct op *op); /* of an enabled one. NULL: never */
    bool (*may_idle)(const struct op *op); /* by time or for no reason, in some state. NULL: if there is `idle` */
    unsigned (*outcomes)(const struct thread *t, const struct op *op); /* NULL: one */
    enum performed (*perform)(struct thread *t, struct op *op, unsigned choice); /* NULL: nothing to do, result 0 */
    /* The operation was just announced: fill in what did not fit into registers (addr2, size2). NULL: nothing is missing. */
    void (*complete)(struct op *op);
    /* A word that the operation reads besides its own ranges (a request to cancel its thread). NULL: none. */
    uint64_t (*also_reads)(const struct thread *t);
    /* Ranges that performing it touches besides its own; how many. NULL: none. */
    int (*also_touches)(const struct thread *t, const struct op *op, struct access out[SEMANTICS_ALSO]);
    /* Operations that may only look (OP_LOOKS): does one change its first object in this state? It finds out from what
     * it touches. */
    bool (*writes)(const struct thread *t, const struct op *op);
    /* Way of changing its first object, which is there: WAY_WRITES, or a way that commutes. That depends on its thread alone, as long as
     * only such operations are performed there. NULL: as its kind says. */
    enum access_way (*changes)(const struct thread *t, const struct op *op);
    /* The same where memory is weak. NULL: no different. */
    enum access_way (*weakly)(const struct op *op);
    /* Threads that hold what a blocked operation waits for: for reports. NULL: unknown. */
    threadset (*holders)(const struct thread *t, const struct op *op);
    /* Description of the object that a blocked operation waits for: for reports. NULL: none. */
    void (*explain)(const struct op *op, char *out, unsigned long size);
};

/* The table, assembled in probe/semantics_table.c from the families. */
extern const struct semantics *const mz__semantics[OP_KINDS];

/* May the operation go on for no other reason than that its time is up, or for none? */
static inline bool semantics_may_idle(const struct op *op)
{
    const struct semantics *s = mz__semantics[op->kind];
    return s && s->idle && (!s->may_idle || s->may_idle(op));
}

#endif
