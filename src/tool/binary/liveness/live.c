/* live.c - backward: which registers and bytes of the frame are read again. See function.h. */
#include <stdlib.h>
#include <string.h>

#include "tool/binary/liveness/function.h"
#include "tool/cli/util.h"

static void apply_accesses(const struct function *f, uint32_t at, uint64_t *bytes)
{
    const struct instruction *i = &f->code[at];
    for (int k = 0; k < i->accesses; k++) {
        if (i->access[k].store && f->places[at][k] != NO_PLACE)
            place_set(bytes, f, f->places[at][k], i->access[k].size, false);
    }
    for (int k = 0; k < i->accesses; k++) {
        if (i->access[k].load && f->places[at][k] != NO_PLACE)
            place_set(bytes, f, f->places[at][k], i->access[k].size, true);
    }
}

/* The first place from `from` on, below 0, of which anything is known. */
static int32_t next_known(const struct function *f, int32_t from)
{
    int32_t first = 0;
    const uint64_t *const known[] = {f->stored, f->loaded, f->saves};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        int32_t place = place_next(known[i], f, from, true);
        first = place < first ? place : first;
    }
    return first;
}

/* A function that is called finds its arguments from sp on: words that are stored, but not for this function itself. Among them may be any
 * number that nobody stores: those of alignment, members without a value, parameters that a function is known not to read (clang), and the
 * four that the other convention of x86_64 leaves (ms_abi). */
static int32_t argument_words(const struct function *f, int32_t from)
{
    int32_t words = 0, known;
    for (int32_t word = from; (known = next_known(f, word)) < 0; word += 8) {
        bool argument = false, own = false;
        word += (known - word) & ~7;
        for (int32_t byte = known; byte < word + 8 && byte < 0; byte++) {
            bool here = place_bit(f->loaded, f, byte) || place_bit(f->saves, f, byte);
            argument |= place_bit(f->stored, f, byte) && !here;
            own |= here;
        }
        if (own && !argument)
            break;
        words = argument ? (word - from) / 8 + 1 : words;
    }
    return words;
}

static bool has_stack_arguments(const struct function *f, uint32_t at)
{
    enum hook hook = hook_kind(f->called[at]);
    return hook != HOOK_PLAIN && hook != HOOK_ENTRY;
}

int32_t live_stack_arguments(const struct function *f, uint32_t at)
{
    if (!has_stack_arguments(f, at))
        return 0;
    return f->stack_at[at] == NO_PLACE ? -1 : argument_words(f, f->stack_at[at]);
}

/* Reads as many bytes as can be arguments of call `at`, from sp on: added to `bytes`. Where it is not known whether memory was taken from
 * the stack, sp may be what it was at the entry. */
static void live_arguments(const struct function *f, uint32_t at, uint64_t *bytes)
{
    int32_t from = f->stack_at[at] == NO_PLACE ? f->body : f->stack_at[at];
    if (!has_stack_arguments(f, at) || from == NO_PLACE)
        return;
    for (int32_t n = 0, words = argument_words(f, from); n < words; n++)
        place_set(bytes, f, from + 8 * n, 8, true);
}

static uint64_t addresses_of(const struct instruction *i)
{
    uint64_t registers = 0;
    for (int k = 0; k < i->accesses; k++)
        registers |= register_mask(i->access[k].base) | register_mask(i->access[k].index);
    return registers;
}

static void apply(const struct function *f, uint32_t at, uint64_t *bytes, uint64_t *registers)
{
    const struct instruction *i = &f->code[at];
    if (is_faint(f, at, bytes, *registers)) {
        *registers |= addresses_of(i); /* it is executed all the same, and must not crash */
        return;
    }
    if (i->flow == FLOW_CALL) {
        *registers = live_at_call(f, at, *registers);
        live_arguments(f, at, bytes);
    } else {
        *registers = flags_before(i, *registers);
    }
    *registers = (*registers & ~i->defines) | i->uses;
    apply_accesses(f, at, bytes);
    if (i->opaque) {
        *registers = UINT64_MAX;
        memset(bytes, 0xff, place_words(f) * sizeof *bytes);
    }
}

/* What lives at the end of block `b`. */
static void join(const struct function *f, const struct live *live, const struct block *b, uint64_t *bytes, uint64_t *registers)
{
    uint32_t words = place_words(f), loop = f->loop[b - f->blocks];
    memset(bytes, 0, words * sizeof *bytes);
    *registers = b->exits && !live->in_loop ? UINT64_MAX : 0; /* they are the caller's */
    for (uint32_t n = 0; n < b->nexts; n++) {
        if (live->in_loop && (loop == NO_LOOP || f->loop[b->next[n]] != loop))
            continue;
        const uint64_t *from = live->bytes[b->next[n]];
        *registers |= live->registers[b->next[n]];
        for (uint32_t w = 0; w < words; w++)
            bytes[w] |= from[w];
    }
}

/* A function that is called may read its arguments; one of the same file may leave registers alone, and its caller know it. */
static bool update_needed(struct function *f, size_t block)
{
    const struct block *b = &f->blocks[block];
    uint64_t needed = b->exits || b->nexts == 0 ? UINT64_MAX : 0;
    for (uint32_t n = 0; n < b->nexts; n++)
        needed |= f->needed[b->next[n]];
    for (uint32_t at = b->end; at-- > b->first;) {
        const struct instruction *i = &f->code[at];
        if (i->flow == FLOW_CALL && hook_kind(f->called[at]) != HOOK_NONE)
            needed &= ~f->architecture->scratch;
        if (i->flow == FLOW_CALL)
            needed |= f->architecture->arguments;
        needed = i->opaque ? UINT64_MAX : (needed & ~i->defines) | i->uses;
    }
    bool changed = needed != f->needed[block];
    f->needed[block] = needed;
    return changed;
}

void live_needed(struct function *f)
{
    free(f->needed);
    f->needed = allocate((f->block_count + 1) * sizeof *f->needed);
    for (bool again = true; again;) {
        again = false;
        for (size_t b = f->block_count; b-- > 0;)
            again |= update_needed(f, b);
    }
}

/* Registers that get to the caller as they are. */
static bool update_carried(struct function *f, size_t block)
{
    const struct block *b = &f->blocks[block];
    uint64_t carried = b->exits ? UINT64_MAX : 0;
    for (uint32_t n = 0; n < b->nexts; n++)
        carried |= f->carried[b->next[n]];
    for (uint32_t at = b->end; at-- > b->first;)
        carried = f->code[at].opaque ? UINT64_MAX : carried & ~f->code[at].defines;
    bool changed = carried != f->carried[block];
    f->carried[block] = carried;
    return changed;
}

static bool update(struct function *f, struct live *live, size_t block, uint64_t *bytes)
{
    const struct block *b = &f->blocks[block];
    uint64_t registers;
    join(f, live, b, bytes, &registers);
    for (uint32_t at = b->end; at-- > b->first;)
        apply(f, at, bytes, &registers);
    size_t size = place_words(f) * sizeof *bytes;
    if (registers == live->registers[block] && memcmp(bytes, live->bytes[block], size) == 0)
        return false;
    live->registers[block] = registers;
    memcpy(live->bytes[block], bytes, size);
    return true;
}

static void solve(struct function *f, struct live *live)
{
    uint32_t words = place_words(f);
    uint64_t *bytes = allocate((words + 1) * sizeof *bytes);
    live->bytes = allocate((f->block_count + 1) * sizeof *live->bytes);
    live->registers = allocate((f->block_count + 1) * sizeof *live->registers);
    for (size_t b = 0; b < f->block_count; b++)
        live->bytes[b] = allocate((words + 1) * sizeof **live->bytes);
    for (bool again = true; again;) {
        again = false;
        for (size_t b = f->block_count; b-- > 0;)
            again |= f->states[b].reached && update(f, live, b, bytes);
    }
    free(bytes);
}

void live_free(struct live *live, size_t blocks)
{
    for (size_t b = 0; live->bytes && b < blocks; b++)
        free(live->bytes[b]);
    free(live->bytes);
    free(live->registers);
}

void live_solve(struct function *f)
{
    f->carried = allocate((f->block_count + 1) * sizeof *f->carried);
    for (bool again = true; again;) {
        again = false;
        for (size_t b = f->block_count; b-- > 0;)
            again |= f->states[b].reached && update_carried(f, b);
    }
    loops_find(f);
    solve(f, &f->live);
    f->rounds.in_loop = true;
    solve(f, &f->rounds);
}

bool live_result(const struct function *f, uint32_t at)
{
    const struct block *b = &f->blocks[f->block_of[at]];
    uint64_t read = b->exits || b->nexts == 0 ? UINT64_MAX : f->image->borrowed, results = f->architecture->results;
    for (uint32_t n = 0; n < b->nexts; n++)
        read |= f->live.registers[b->next[n]];
    return read & results & -results;
}

/* Calls end their blocks.
 *
 * A register that still holds the caller's value, and has been saved, is not read for that value: no program can. If it
 * seems so, then on a path that is not taken (a flag tells whether the register was set). What counts is that it does not
 * get back to the caller without being restored. */
uint32_t live_after_call(const struct function *f, const struct live *live, uint32_t at, uint64_t *bytes)
{
    const struct block *b = &f->blocks[f->block_of[at]];
    uint32_t mask = f->kept[at];
    uint64_t registers, carried = b->exits ? UINT64_MAX : 0;
    for (uint32_t n = 0; n < b->nexts; n++)
        carried |= f->carried[b->next[n]];
    join(f, live, b, bytes, &registers);
    live_arguments(f, at, bytes);
    for (uint32_t w = 0; w < place_words(f); w++)
        bytes[w] |= f->open[w] | f->saves[w];
    for (int r = 0; r < REGISTERS; r++) {
        if (f->architecture->bit[r] == NO_REGISTER)
            continue;
        bool foreign = f->saved[at] >> f->architecture->bit[r] & 1;
        if ((foreign ? carried : registers) >> r & 1 || f->image->borrowed >> r & 1)
            mask |= 1u << f->architecture->bit[r];
    }
    return mask;
}
