/* future.c - from what the blocks of functions do to what may follow each call. See future.h.
 *
 * Sets are bits: DEED_ANYTHING, one for each variable, and one for each call. First what each function may access, with all that it
 * calls, until nothing changes; then, in each function, backward from its ends, what may follow the calls in it. */
#include "tool/binary/liveness/future.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "base/lower_bound.h"
#include "tool/cli/util.h"

enum { SET_SLOTS = 1 << 16, MAX_SETS = SET_SLOTS / 2, MAX_EXTENTS = 1 << 20, MAX_CALLS = 4096 };

/* --- sets ------------------------------------------------------------------------------------------------------------- */

static bool join(uint64_t *to, const uint64_t *from, size_t words)
{
    uint64_t more = 0;
    for (size_t w = 0; w < words; w++) {
        more |= from[w] & ~to[w];
        to[w] |= from[w];
    }
    return more != 0;
}

static bool has(const uint64_t *set, size_t bit)
{
    return set[bit / 64] >> (bit % 64) & 1;
}

static void put(uint64_t *set, size_t bit)
{
    set[bit / 64] |= 1ull << (bit % 64);
}

static void add_extent(struct future_sets *s, struct liveness_set *set, uint64_t start, uint64_t end)
{
    struct liveness_range *last = set->extents ? &s->extent[s->extents - 1] : NULL;
    if (last && last->from + last->size == start) {
        last->size += (uint32_t)(end - start);
        return;
    }
    if (s->extents == s->extent_room) {
        s->extent_room = s->extent_room ? 2 * s->extent_room : 256;
        s->extent = resize(s->extent, s->extent_room * sizeof *s->extent);
    }
    s->extent[s->extents++] = (struct liveness_range){(uint32_t)start, (uint32_t)(end - start)};
    set->extents++;
}

/* A call stands for all code from the one before it on, so that neighbours are one extent. Code lies below data (number_calls()). */
static void add_extents(struct future *f, struct liveness_set *set, const uint64_t *bits)
{
    for (size_t i = 0; i < f->call_count; i++)
        if (has(bits, DEED_OBJECTS + f->objects.count + i))
            add_extent(&f->sets, set, i ? f->calls[i - 1] : f->calls[i] - 1, f->calls[i]);
    for (size_t i = 0; i < f->objects.count; i++)
        if (has(bits, DEED_OBJECTS + i) && !f->objects.at[i].escaped)
            add_extent(&f->sets, set, f->objects.at[i].start, f->objects.at[i].end);
}

static uint32_t add_set(struct future *f, const uint64_t *bits)
{
    struct future_sets *s = &f->sets;
    if (s->count == s->room) {
        s->room = s->room ? 2 * s->room : 64;
        s->at = resize(s->at, s->room * sizeof *s->at);
        s->bits = resize(s->bits, s->room * f->words * sizeof *s->bits);
    }
    struct liveness_set *set = &s->at[s->count];
    *set = (struct liveness_set){.first_extent = s->extents, .anything = has(bits, DEED_ANYTHING)};
    add_extents(f, set, bits);
    memcpy(s->bits + s->count * f->words, bits, f->words * sizeof *bits);
    return s->count++;
}

/* Equal sets are one. Of what pointers can reach nobody asks. */
static uint32_t intern(struct future *f, uint64_t *bits)
{
    struct future_sets *s = &f->sets;
    if (f->given_up)
        put(bits, DEED_ANYTHING);
    for (size_t i = 0; i < f->objects.count; i++)
        if (f->objects.at[i].escaped || has(bits, DEED_ANYTHING))
            bits[(DEED_OBJECTS + i) / 64] &= ~(1ull << (DEED_OBJECTS + i) % 64);
    if ((has(bits, DEED_ANYTHING) && !f->call_count) || s->count == MAX_SETS || s->extents > MAX_EXTENTS)
        return LIVENESS_SET_ANYTHING;
    size_t slot = XXH3_64bits(bits, f->words * sizeof *bits) % SET_SLOTS;
    for (; s->hashed[slot]; slot = (slot + 1) % SET_SLOTS)
        if (memcmp(s->bits + (s->hashed[slot] - 1) * f->words, bits, f->words * sizeof *bits) == 0)
            return s->hashed[slot] - 1;
    uint32_t number = add_set(f, bits);
    s->hashed[slot] = number + 1;
    return number;
}

/* LIVENESS_SET_ANYTHING, LIVENESS_SET_KNOWN. */
static void begin_sets(struct future *f)
{
    uint64_t *bits = allocate((f->words + 1) * sizeof *bits);
    f->sets.hashed = allocate(SET_SLOTS * sizeof *f->sets.hashed);
    put(bits, DEED_ANYTHING);
    add_set(f, bits);
    memset(bits, 0, f->words * sizeof *bits);
    for (size_t i = 0; i < f->objects.count && !f->given_up; i++)
        put(bits, DEED_OBJECTS + i);
    add_set(f, bits);
    free(bits);
}

/* --- functions -------------------------------------------------------------------------------------------------------- */

static bool has_interpreter(Elf *elf)
{
    size_t count = 0;
    elf_getphdrnum(elf, &count);
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr segment;
        if (gelf_getphdr(elf, (int)i, &segment) && segment.p_type == PT_INTERP)
            return true;
    }
    return false;
}

void future_begin(struct future *f, struct image *image)
{
    *f = (struct future){.image = image, .program = has_interpreter(image->elf)};
    data_objects_read(&f->objects, image);
    f->functions = allocate((image->function_count + 1) * sizeof *f->functions);
    for (size_t i = 0; i < image->function_count; i++)
        f->functions[f->function_count++].start = image->functions[i].start;
    f->given_up = f->objects.all_escaped ? "nothing is known of its variables" : NULL;
    deeds_imports(f);
}

static struct deed_function *find(const struct future *f, uint64_t start)
{
    size_t first = LOWER_BOUND(i, f->function_count, f->functions[i].start < start);
    return first < f->function_count && f->functions[first].start == start ? &f->functions[first] : NULL;
}

static void add_calls(struct future *f, const struct deed_function *function)
{
    for (size_t b = 0; b < function->block_count && f->call_count <= MAX_CALLS; b++) {
        if (!function->blocks[b].pc)
            continue;
        if (f->call_count == f->call_room) {
            f->call_room = f->call_room ? 2 * f->call_room : 256;
            f->calls = resize(f->calls, f->call_room * sizeof *f->calls);
        }
        f->calls[f->call_count++] = function->blocks[b].pc;
    }
}

/* A function that is not understood may do anything with any address. */
void future_add(struct future *f, struct function *function)
{
    bool useless = f->given_up && (f->call_count > MAX_CALLS || f->objects.count > MAX_DATA_OBJECTS);
    if (useless || is_start_up(function->symbol->name) || starts_with(function->symbol->name, "__tsan_"))
        return;
    struct deed_function *to = find(f, function->symbol->start);
    if (!function->problem && !function->entered) {
        deeds_of(f, function, to);
        add_calls(f, to);
    } else if (!f->given_up) {
        f->given_up = function->problem ? function->problem : function->twice;
    }
}

static int by_value(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return left < right ? -1 : left > right;
}

static void number_blocks(struct future *f, struct deed_function *function)
{
    for (size_t b = 0; b < function->block_count && f->call_count; b++) {
        struct deed_block *block = &function->blocks[b];
        const uint32_t *call = block->pc ? bsearch(&block->pc, f->calls, f->call_count, sizeof *f->calls, by_value) : NULL;
        block->bit = call ? (uint32_t)(DEED_OBJECTS + f->objects.count + (size_t)(call - f->calls)) : 0;
    }
}

/* Functions may share code. */
static void number_calls(struct future *f)
{
    size_t kept = 0;
    if (f->call_count)
        qsort(f->calls, f->call_count, sizeof *f->calls, by_value);
    for (size_t i = 0; i < f->call_count; i++)
        if (kept == 0 || f->calls[i] != f->calls[kept - 1])
            f->calls[kept++] = f->calls[i];
    bool below = kept == 0 || f->objects.count == 0 || f->calls[kept - 1] <= f->objects.at[0].start;
    f->call_count = below && kept <= MAX_CALLS && f->objects.count <= MAX_DATA_OBJECTS ? kept : 0;
    f->words = (DEED_OBJECTS + f->objects.count + f->call_count + 63) / 64;
    for (size_t i = 0; i < f->function_count; i++)
        number_blocks(f, &f->functions[i]);
}

/* What it may access that a block calls; NULL: nothing. */
static const uint64_t *called(const struct future *f, const struct deed_block *b)
{
    const struct deed_function *callee = b->called == CALLS_TAKEN ? NULL : find(f, b->called);
    if (b->called == CALLS_NOBODY || (b->called != CALLS_TAKEN && !callee))
        return NULL;
    return f->full + (callee ? (size_t)(callee - f->functions) : f->function_count) * f->words;
}

static bool update(struct future *f, size_t number)
{
    const struct deed_function *function = &f->functions[number];
    uint64_t *full = f->full + number * f->words;
    bool changed = false;
    for (size_t b = 0; b < function->block_count; b++) {
        const uint64_t *callee = called(f, &function->blocks[b]);
        changed |= callee && join(full, callee, f->words);
    }
    if (function->taken)
        changed |= join(f->full + f->function_count * f->words, full, f->words);
    return changed;
}

static void put_call(uint64_t *set, const struct deed_block *block)
{
    if (block->bit)
        put(set, block->bit);
}

static void solve(struct future *f)
{
    f->full = allocate((f->function_count + 1) * (f->words + 1) * sizeof *f->full);
    for (size_t i = 0; i < f->function_count; i++) {
        for (size_t d = 0; d < f->functions[i].deed_count; d++)
            put(f->full + i * f->words, f->functions[i].deeds[d].bit);
        for (size_t b = 0; b < f->functions[i].block_count; b++)
            put_call(f->full + i * f->words, &f->functions[i].blocks[b]);
    }
    for (bool again = true; again;) {
        again = false;
        for (size_t i = f->function_count; i-- > 0;)
            again |= update(f, i);
    }
}

/* --- calls ------------------------------------------------------------------------------------------------------------ */

/* In one function: for each block, what may be accessed from its start on. */
struct spread {
    struct future *future;
    const struct deed_function *function;
    uint64_t *from;
    uint64_t *set; /* one more */
};

static void behind(struct spread *l, const struct deed_block *b, uint64_t *to)
{
    memset(to, 0, l->future->words * sizeof *to);
    for (uint32_t n = 0; n < b->nexts; n++)
        join(to, l->from + b->next[n] * l->future->words, l->future->words);
}

static void add_call(struct spread *l, size_t block, uint64_t *to, size_t *deed, bool all)
{
    const struct deed_function *function = l->function;
    const uint64_t *callee = called(l->future, &function->blocks[block]);
    if (callee)
        join(to, callee, l->future->words);
    put_call(to, &function->blocks[block]);
    for (; *deed < function->deed_count && function->deeds[*deed].block == block; ++*deed)
        if (all || function->deeds[*deed].of_call)
            put(to, function->deeds[*deed].bit);
}

static void solve_function(struct spread *l)
{
    const struct deed_function *function = l->function;
    size_t words = l->future->words;
    for (bool again = true; again;) {
        again = false;
        size_t deed = function->deed_count;
        for (size_t b = function->block_count; b-- > 0;) {
            while (deed > 0 && function->deeds[deed - 1].block == b)
                deed--;
            size_t at = deed;
            behind(l, &function->blocks[b], l->set);
            add_call(l, b, l->set, &at, true);
            again |= join(l->from + b * words, l->set, words);
        }
    }
}

static void add_site(struct future *f, struct future_site site)
{
    if (f->site_count == f->site_room) {
        f->site_room = f->site_room ? 2 * f->site_room : 256;
        f->sites = resize(f->sites, f->site_room * sizeof *f->sites);
    }
    f->sites[f->site_count++] = site;
}

static void add_sites(struct spread *l)
{
    struct future *f = l->future;
    const struct deed_function *function = l->function;
    size_t deed = 0, number = (size_t)(function - f->functions);
    uint64_t *full = allocate((f->words + 1) * sizeof *full);
    memcpy(full, f->full + number * f->words, f->words * sizeof *full);
    uint32_t whole = function->whole ? intern(f, full) : 0;
    for (size_t b = 0; b < function->block_count; b++) {
        const struct deed_block *block = &function->blocks[b];
        struct future_site site = {block->pc, whole, whole};
        while (deed < function->deed_count && function->deeds[deed].block < b)
            deed++;
        if (!block->pc)
            continue;
        if (!function->whole) {
            behind(l, block, l->set);
            memcpy(full, l->set, f->words * sizeof *full);
            add_call(l, b, full, &deed, false);
            site.after = intern(f, l->set);
            site.at = intern(f, full);
        }
        add_site(f, site);
    }
    free(full);
}

static int by_pc(const void *a, const void *b)
{
    const struct future_site *left = a, *right = b;
    return left->pc < right->pc ? -1 : left->pc > right->pc;
}

void future_finish(struct future *f)
{
    if (f->objects.all_escaped && !f->given_up)
        f->given_up = "the address of something in its data is computed in a way that is not followed";
    number_calls(f);
    begin_sets(f);
    if (f->given_up && !f->call_count)
        return;
    solve(f);
    for (size_t i = 0; i < f->function_count; i++) {
        const struct deed_function *function = &f->functions[i];
        struct spread l = {f, function, allocate((function->block_count + 1) * f->words * sizeof(uint64_t)),
            allocate((f->words + 1) * sizeof(uint64_t))};
        solve_function(&l);
        add_sites(&l);
        free(l.from);
        free(l.set);
    }
    if (f->site_count)
        qsort(f->sites, f->site_count, sizeof *f->sites, by_pc);
}

const struct future_site *future_site(const struct future *f, uint32_t pc)
{
    struct future_site key = {.pc = pc};
    return f->site_count ? bsearch(&key, f->sites, f->site_count, sizeof key, by_pc) : NULL;
}

/* Variables of a file of which nothing is known are not known, either: there is nothing to say of them. */
uint32_t future_handlers(struct future *f)
{
    uint64_t *bits = allocate((f->words + 1) * sizeof *bits);
    if (f->handlers && !f->given_up)
        memcpy(bits, f->full + f->function_count * f->words, f->words * sizeof *bits);
    uint32_t set = f->given_up ? add_set(f, bits) : intern(f, bits);
    free(bits);
    return set;
}

void future_free(struct future *f)
{
    for (size_t i = 0; i < f->function_count; i++) {
        for (size_t b = 0; b < f->functions[i].block_count; b++)
            free(f->functions[i].blocks[b].next);
        free(f->functions[i].blocks);
        free(f->functions[i].deeds);
    }
    free(f->functions);
    free(f->objects.at);
    free(f->objects.marks);
    free(f->calls);
    free(f->full);
    free(f->sites);
    free(f->sets.at);
    free(f->sets.bits);
    free(f->sets.extent);
    free(f->sets.hashed);
}
