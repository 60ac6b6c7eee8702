/* libcall.c - OP_LIBCALL: calls of library functions with state of their own, by flavour. */
#include "probe/libc.h"

static probe_body *const bodies[LIBCALLS] = {
#define L(name, body, word, first, second, lock) [LIBCALL_##name] = body,
    LIBCALL_TABLE(L)
#undef L
};

static void libcall_complete(struct op *op)
{
    announced_from(op);
    op->addr2 = op->arg[0];
    op->size2 = (uint32_t)op->arg[1];
}

static bool libcall_enabled(const struct thread *t, const struct op *op)
{
    if (op->detail == LIBCALL_FILE_LOCK)
        return libcall_file_lock_enabled(op);
    return !libcall_waits(op) || libcall_flock_enabled(t, op);
}

static threadset libcall_holders(const struct thread *t, const struct op *op)
{
    (void)t;
    return libcall_waits(op) ? libcall_flock_holders(op) : NO_THREADS;
}

static enum performed libcall_perform(struct thread *t, struct op *op, unsigned choice)
{
    return bodies[op->detail](t, op, choice);
}

static int libcall_also_touches(const struct thread *t, const struct op *op, struct access out[SEMANTICS_ALSO])
{
    (void)t;
    return file_maps_touched(op, out);
}

const struct semantics libcall_semantics = {
    .enabled = libcall_enabled,
    .complete = libcall_complete,
    .perform = libcall_perform,
    .holders = libcall_holders,
    .also_touches = libcall_also_touches,
};
