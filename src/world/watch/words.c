/* words.c - see words.h. */
#include "world/watch/words.h"

#include "base/page.h"
#include "world/memory/hash.h"
#include "world/state/extents.h"
#include "world/state/tcb.h"
#include "world/switch.h"

enum { MAX_BYTES = 1 << 20, OP_WORDS = 6 };

struct listing {
    const struct world *world;
    enum words_large large;
    uint64_t start; /* from here on the stack of thread 0 belongs to the code that calls main */
    void (*each)(const struct wire_word *word, void *data);
    void *data;
};

static void give(const struct listing *l, struct wire_word word)
{
    if (word.value != 0)
        l->each(&word, l->data);
}

/* A word of a live stack: a register that the switch has saved, or a function's own. */
static void give_of_stack(const struct listing *l, const struct thread *t, uint64_t addr)
{
    struct wire_word word = {.addr = addr, .value = *(uint64_t *)addr, .thread = t->number, .kind = WIRE_WORD_STACK};
    if (t->number == 0 && addr >= l->start)
        word.kind = WIRE_WORD_START;
    uint32_t k = t->depth;
    while (k > 0 && t->frames[k - 1].sp <= addr)
        k--;
    if (addr - t->sp < SWITCH_WORDS * 8) {
        word.kind = WIRE_WORD_REGISTER;
        word.offset = (int64_t)(addr - t->sp) / 8;
        word.pc = t->op.pc;
    } else if (k < t->depth) {
        word.pc = k + 1 == t->depth ? t->op.pc : t->frames[k + 1].pc;
        word.offset = (int64_t)(addr - t->frames[k].sp);
    }
    give(l, word);
}

/* Pages that hold nothing are left out. */
static bool is_zero(const uint64_t *words, uint64_t size)
{
    for (uint64_t i = 0; i < size / 8; i++)
        if (words[i])
            return false;
    return true;
}

static void give_pages(const struct listing *l, uint64_t lo, uint64_t hi)
{
    for (uint64_t addr = lo, next; addr < hi; addr = next) {
        next = (addr | (PAGE - 1)) + 1 < hi ? (addr | (PAGE - 1)) + 1 : hi;
        if (!is_zero((uint64_t *)addr, next - addr))
            give(l, (struct wire_word){.addr = addr, .value = hash_bytes((void *)addr, next - addr).lo, .kind = WIRE_WORD_PAGE});
    }
}

static void give_range(uint64_t lo, uint64_t hi, void *data)
{
    const struct listing *l = data;
    if (!layout_cell(lo))
        return;
    if (hi - lo > MAX_BYTES) {
        if (l->large == WORDS_LARGE_BY_PAGES)
            give_pages(l, lo, hi);
        return;
    }
    const struct thread *t = in_slots(lo) ? &l->world->thread[slot_of(lo)] : NULL;
    for (uint64_t addr = lo; addr < hi; addr += 8) {
        if (t && addr < t->stack_base)
            give_of_stack(l, t, addr);
        else
            give(l, (struct wire_word){.addr = addr, .value = *(uint64_t *)addr, .kind = WIRE_WORD_MEMORY});
    }
}

/* End of the frame of the first function of thread 0: on x86_64 with its return address; on aarch64 that is saved beside the address of the
 * caller's frame. */
static uint64_t start_of_caller(const struct thread *t)
{
    if (t->depth == 0)
        return t->sp;
    for (uint64_t addr = t->frames[0].sp; addr < t->stack_base; addr += 8)
        if (*(uint64_t *)addr == t->frames[0].pc)
            return SWITCH_WORDS == 8 ? addr + 8 : ((uint64_t *)addr)[-1];
    return t->stack_base;
}

/* The pending operation of a thread stands at addresses where nothing else is. */
static void give_pending(const struct listing *l, const struct thread *t)
{
    const struct op *op = &t->op;
    const uint64_t words[OP_WORDS] = {op->addr + 1, op->kind + 1u, op->size, op->arg[0], op->arg[1], op->arg[2]};
    for (unsigned i = 0; i < OP_WORDS; i++)
        give(l, (struct wire_word){.addr = 8 * (1 + t->number * OP_WORDS + i), .value = words[i], .kind = WIRE_WORD_PENDING,
                                   .thread = t->number, .pc = op->pc});
}

void words_each(const struct world *w, enum words_large large, void (*each)(const struct wire_word *word, void *data), void *data)
{
    struct listing l = {w, large, 0, each, data};
    l.start = start_of_caller(&w->thread[0]);
    extents_each(w, give_range, &l);
    THREADSET_EACH(t, world_stacks(w)) {
        uint64_t lo, hi;
        for (unsigned i = 0; large == WORDS_LARGE_BY_PAGES && tcb_program(w->thread[t].tp, i, &lo, &hi); i++)
            give_range(lo, hi, &l);
        give_pending(&l, &w->thread[t]);
    }
}
