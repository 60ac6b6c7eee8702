/* op_columns.c - the table of operations and the dependence relation. */
#include "model/op_columns.h"

const struct op_info op_info[OP_KINDS] = {
#define OP(kind, name, first, second, visible) [OP_##kind] = {name, first, second, visible},
    OP_TABLE(OP)
#undef OP
};

const struct op_traits op_traits[OP_KINDS] = {
#define OP(kind, orders, first, second, lock, waiting, sentence, flags) [OP_##kind] = {flags, LOCK_##lock, WAITING_##waiting},
    OP_COLUMNS(OP)
#undef OP
};

/* The families of op.h: nobody has come between. */
_Static_assert(OP_COPY - OP_READ == 4 && OP_ATOMIC_LOAD == OP_COPY + 1 && OP_FENCE - OP_ATOMIC_LOAD == 4, "accesses, then atomics");
_Static_assert(OP_TESTCANCEL - OP_START == 7, "threads");
_Static_assert(OP_ABANDON - OP_MUTEX_INIT == 7, "mutexes");
_Static_assert(OP_SEM_GETVALUE - OP_MUTEX_INIT == 40 && OP_GUARD_DONE - OP_ONCE == 3, "objects of synchronization");
_Static_assert(OP_FREE - OP_MALLOC == 2, "the allocator");
_Static_assert(OP_JUMP - OP_ENTER == 2, "frames");

int op_accesses(const struct op *op, struct access out[OP_MAX_ACCESSES])
{
    const struct op_info *info = &op_info[op->kind];
    int n = 0;
    if (info->first != TOUCH_NONE && op->size > 0)
        out[n++] = (struct access){op->addr, op->size, info->first == TOUCH_WRITE};
    if (info->second != TOUCH_NONE && op->size2 > 0)
        out[n++] = (struct access){op->addr2, op->size2, info->second == TOUCH_WRITE};
    return n;
}

bool op_may_only_look(enum op_kind kind)
{
    return op_has(kind, OP_LOOKS);
}

static bool overlap(const struct access *a, const struct access *b)
{
    return a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

bool op_dependent(const struct op *a, const struct op *b)
{
    struct access of_a[OP_MAX_ACCESSES], of_b[OP_MAX_ACCESSES];
    if (a->kind == OP_FOREIGN || b->kind == OP_FOREIGN)
        return true;
    int na = op_accesses(a, of_a), nb = op_accesses(b, of_b);
    for (int i = 0; i < na; i++)
        for (int j = 0; j < nb; j++)
            if ((of_a[i].write || of_b[j].write) && overlap(&of_a[i], &of_b[j]))
                return true;
    return false;
}
