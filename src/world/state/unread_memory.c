/* unread_memory.c - see unread_memory.h. */
#include "world/state/unread_memory.h"

#include "model/libcalls.h"
#include "world/memory/hash.h"
#include "world/semantics.h"
#include "world/state/dead.h"
#include "world/world.h"

bool unread_memory_reads_as_named(const struct op *op)
{
    enum op_kind kind = op->kind;
    bool plain = kind >= OP_READ && kind <= OP_FENCE, of_threads = kind >= OP_START && kind <= OP_DETACH;
    bool waits = kind == OP_YIELD || (kind >= OP_ONCE && kind <= OP_GUARD_DONE);
    bool locks = kind >= OP_MUTEX_INIT && kind <= OP_SEM_GETVALUE, heap = op_of_heap(kind) || op_of_frames(kind);
    bool ends = kind >= OP_PROCESS_EXIT && kind <= OP_ASSUME;
    bool prints = kind == OP_OUTPUT && dead_result(op->pc);
    bool exits = (kind == OP_CALL && op->addr == mz__world.leave_main) || (kind == OP_LIBCALL && op->detail == LIBCALL_POP_HANDLER);
    return plain || of_threads || waits || locks || heap || ends || prints || exits || kind == OP_UNCOVER || kind == OP_FAULT;
}

/* A plain write may be made a step later than it is announced (probe/hooks/tsan_access.c): it overwrites nothing for sure. */
int unread_memory_reads(const struct op *op, struct access access[LTS_MAX_TOUCHES], int count)
{
    if (count == LTS_EVERYTHING || !unread_memory_reads_as_named(op))
        return LTS_EVERYTHING;
    if (count == LTS_AS_NAMED || count == 0)
        count = op_accesses(op, access);
    for (int i = 0; i < count; i++)
        access[i].write = i == 0 && op->kind == OP_ATOMIC_STORE ? WAY_WRITES : WAY_READS;
    return op->kind == OP_WRITE ? 0 : count;
}

struct digest unread_memory_content(void *self, uint64_t addr, uint64_t size)
{
    (void)self;
    struct digest d = {0, 0};
    for (uint64_t word = addr & ~(uint64_t)7; word < addr + size; word += 8)
        if (unread_memory_has(word))
            d = digest_xor(d, hash_word(word, *(const uint64_t *)word));
    return d;
}

bool unread_memory_alone(void *self, tid t)
{
    const struct world *w = self;
    const struct op *op = &w->thread[t].op;
    return world_unobserved(w) && op_info[op->kind].visible == VISIBLE_IF_SHARED && !semantics_may_idle(op);
}
