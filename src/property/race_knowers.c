/* race_knowers.c - see race_knowers.h. */
#include "property/race_knowers.h"

#include <string.h>

#include "base/reserve.h"

enum { MAY_KNOW = 1, MAY_TELL = 2, COUNTS = 3, ACCESS_SLOTS = 1 << 20, FEW_SLOTS = 1 << 12 };

/* --- memory ----------------------------------------------------------------------------------------------------------- */

void *race_array(struct race_knowers *k, uint64_t count, size_t size)
{
    size_t bytes = (count ? count : 1) * size;
    void *at = k->array_count < sizeof k->arrays / sizeof *k->arrays ? reserve(&bytes, bytes) : NULL;
    if (at)
        k->arrays[k->array_count++] = (struct race_array){at, bytes};
    return at;
}

void *race_array_of_most(struct race_knowers *k, size_t size, uint64_t *most)
{
    *most = reserve_machine() / 2 / size;
    *most = *most < UINT32_MAX - 1 ? *most : UINT32_MAX - 1;
    return race_array(k, *most, size);
}

void race_knowers_close(struct race_knowers *k)
{
    while (k->array_count > 0) {
        const struct race_array *a = &k->arrays[--k->array_count];
        reserve_release(a->at, a->bytes);
    }
}

uint64_t race_knowers_bytes(const struct race_knowers *k)
{
    return k->op_count * sizeof *k->ops + k->label_count * sizeof *k->labels + k->access_count * sizeof *k->accesses +
           (uint64_t)k->set_count * k->words * sizeof *k->sets + k->set_slot_count * sizeof *k->set_slots +
           k->memo_slots * sizeof *k->memo;
}

/* --- who counts ------------------------------------------------------------------------------------------------------- */

static const struct deed *deeds_of(const struct race_knowers *k, uint32_t label, uint32_t *count)
{
    return k->source->deeds(k->source->self, label, count);
}

static bool has_knowers(const struct deed *d)
{
    return d->kind <= DEED_UPDATE;
}

static bool has_source(const struct deed *d)
{
    return has_knowers(d) && d->kind != DEED_CLEAR;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t threads_of(const struct deed *d)
{
    uint32_t count = d->thread + 1u;
    if (d->kind == DEED_BORN || (has_knowers(d) && d->to < KNOWER_PLACE))
        count = larger(count, d->to % MAX_THREADS + 1);
    if (has_source(d) && d->from < KNOWER_PLACE)
        count = larger(count, (uint32_t)(d->from % MAX_THREADS + 1));
    return count;
}

static void measure(struct race_knowers *k)
{
    k->knowers = KNOWER_PLACE;
    for (uint32_t l = 0; l < k->label_count; l++) {
        uint32_t count;
        const struct deed *d = deeds_of(k, l, &count);
        for (uint32_t i = 0; i < count; i++) {
            k->threads = larger(k->threads, threads_of(&d[i]));
            if (has_knowers(&d[i]))
                k->knowers = larger(k->knowers, d[i].to + 1);
            if (has_source(&d[i]))
                k->knowers = larger(k->knowers, (uint32_t)d[i].from + 1);
        }
    }
}

static bool spread(uint8_t *trait, uint8_t from, uint8_t which)
{
    bool more = from & which & ~*trait;
    *trait |= from & which;
    return more;
}

/* Traits of knowers: those that have something to know, and somebody to tell. Repeated until nothing changes. */
static void find_traits(struct race_knowers *k)
{
    memset(k->traits, COUNTS, MAX_THREADS);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t l = 0; l < k->label_count; l++) {
            uint32_t count;
            const struct deed *d = deeds_of(k, l, &count);
            for (uint32_t i = 0; i < count; i++)
                if (has_source(&d[i])) {
                    more |= spread(&k->traits[d[i].to], k->traits[d[i].from], MAY_KNOW);
                    more |= spread(&k->traits[d[i].from], k->traits[d[i].to], MAY_TELL);
                }
        }
    }
}

static bool counts(const struct race_knowers *k, uint64_t knower)
{
    return k->traits[knower] == COUNTS;
}

/* A store that is no release brings back what its thread's sequence has. */
static void find_writers(struct race_knowers *k)
{
    for (uint32_t l = 0; l < k->label_count; l++) {
        uint32_t count;
        const struct deed *d = deeds_of(k, l, &count);
        for (uint32_t i = 0; i < count; i++)
            if (d[i].kind == DEED_STORE && d[i].from >= KNOWER_RELEASED && counts(k, d[i].to))
                k->writers[d[i].to - KNOWER_PLACE] |= threadset_of(d[i].thread);
    }
}

static void number_bits(struct race_knowers *k)
{
    k->bits = k->threads;
    for (uint32_t i = 0; i < k->knowers; i++) {
        k->bit[i] = i < k->threads ? i : RACE_NOBODY;
        if (i < MAX_THREADS || !counts(k, i))
            continue;
        k->bit[i] = k->bits++;
        if (i >= KNOWER_PLACE)
            k->bits += threadset_size(k->writers[i - KNOWER_PLACE]);
    }
    k->words = (k->bits + 63) / 64;
}

static uint32_t sequence_bit(const struct race_knowers *k, uint32_t place, tid t)
{
    uint32_t bit = k->bit[place] + 1;
    if (!threadset_has(k->writers[place - KNOWER_PLACE], t))
        return RACE_NOBODY;
    THREADSET_EACH(u, k->writers[place - KNOWER_PLACE])
        if (u < t)
            bit++;
    return bit;
}

static void set_bit(uint64_t *set, uint32_t bit, bool on)
{
    uint64_t mask = (uint64_t)1 << bit % 64;
    if (bit != RACE_NOBODY)
        set[bit / 64] = on ? set[bit / 64] | mask : set[bit / 64] & ~mask;
}

/* The knowers that end with a thread: what it has read and released, and its sequences, with which nobody goes on by a store. */
static void find_mortal(struct race_knowers *k)
{
    for (tid t = 0; t < k->threads; t++) {
        uint64_t *mask = k->mortal + (uint64_t)t * k->words;
        set_bit(mask, t, true);
        set_bit(mask, k->bit[KNOWER_READ + t], true);
        set_bit(mask, k->bit[KNOWER_RELEASED + t], true);
        for (uint32_t p = KNOWER_PLACE; p < k->knowers; p++)
            if (k->bit[p] != RACE_NOBODY)
                set_bit(mask, sequence_bit(k, p, t), true);
    }
}

/* --- labels ----------------------------------------------------------------------------------------------------------- */

static bool same_access(const struct deed *a, const struct deed *b)
{
    return a->from == b->from && a->pc == b->pc && a->thread == b->thread && a->bytes == b->bytes && a->flags == b->flags;
}

static uint32_t number_access(struct race_knowers *k, const struct deed *d)
{
    uint64_t what = (uint64_t)d->thread << 16 | (uint64_t)d->bytes << 8 | d->flags;
    uint64_t h = (d->from * 0x9e3779b97f4a7c15u ^ d->pc) * 0xbf58476d1ce4e5b9u ^ what;
    h = (h ^ h >> 29) * 0x94d049bb133111ebu;
    for (uint64_t i = h >> 40;; i = (i + 1) % ACCESS_SLOTS) {
        uint32_t *slot = &k->access_slots[i % ACCESS_SLOTS];
        if (*slot == 0) {
            k->full |= k->access_count >= k->most_accesses || k->access_count > ACCESS_SLOTS / 2;
            if (k->full)
                return 0;
            k->accesses[k->access_count] = (struct race_access){.deed = *d};
            *slot = ++k->access_count;
        }
        if (same_access(&k->accesses[*slot - 1].deed, d))
            return *slot - 1;
    }
}

static void add_op(struct race_knowers *k, struct race_op op)
{
    k->full |= k->op_count >= k->most_ops;
    if (!k->full)
        k->ops[k->op_count++] = op;
}

static void compile_transfer(struct race_knowers *k, const struct deed *d)
{
    uint32_t to = k->bit[d->to], from = d->kind == DEED_CLEAR ? RACE_NOBODY : k->bit[d->from];
    bool joins = d->kind == DEED_JOIN || d->kind == DEED_UPDATE;
    if (to == RACE_NOBODY || (joins && (from == RACE_NOBODY || from == to)))
        return;
    uint32_t own = d->kind >= DEED_STORE ? sequence_bit(k, d->to, d->thread) : RACE_NOBODY;
    if (d->kind == DEED_STORE) {
        uint32_t count = 1 + threadset_size(k->writers[d->to - KNOWER_PLACE]);
        add_op(k, (struct race_op){.kind = RACE_STORE, .to = to, .from = from, .first = to, .count = count, .own = own});
        return;
    }
    add_op(k, (struct race_op){.kind = joins ? RACE_JOIN : RACE_ASSIGN, .to = to, .from = from});
    if (own != RACE_NOBODY)
        add_op(k, (struct race_op){.kind = RACE_JOIN, .to = own, .from = from});
}

static void compile_deed(struct race_knowers *k, struct race_label *l, const struct deed *d)
{
    switch ((enum deed_kind)d->kind) {
    case DEED_BORN:
        l->births = true;
        add_op(k, (struct race_op){.kind = RACE_BORN, .to = d->to, .from = d->thread});
        break;
    case DEED_END: add_op(k, (struct race_op){.kind = RACE_END, .to = d->thread}); break;
    case DEED_ALL: add_op(k, (struct race_op){.kind = RACE_ALL, .to = d->thread}); break;
    case DEED_ACCESS:
    case DEED_LOOK:
        add_op(k, (struct race_op){.kind = d->kind == DEED_LOOK ? RACE_LOOK : RACE_ACCESS, .to = d->thread, .from = number_access(k, d)});
        break;
    default: compile_transfer(k, d);
    }
}

static void compile(struct race_knowers *k)
{
    for (uint32_t l = 0; l < k->label_count; l++) {
        uint32_t count;
        const struct deed *d = deeds_of(k, l, &count);
        struct race_label *label = &k->labels[l];
        label->first = k->op_count;
        for (uint32_t i = 0; i < count; i++)
            compile_deed(k, label, &d[i]);
        label->count = k->op_count - label->first;
    }
}

bool race_is_wanted(const struct race_knowers *k, const struct race_access *a, const struct race_access *b)
{
    return deeds_conflict(&a->deed, &b->deed) && !k->source->told(k->source->self, a->deed.pc, b->deed.pc);
}

/* Accesses of one word form a circle, of which `slots` have one member. */
static void find_conflicts(struct race_knowers *k, uint32_t *slots)
{
    for (uint32_t a = 0; a < k->access_count; a++) {
        struct race_access *x = &k->accesses[a];
        uint32_t *slot = &slots[(x->deed.from * 0x9e3779b97f4a7c15u >> 32) % ACCESS_SLOTS];
        struct race_access *last = *slot ? &k->accesses[*slot - 1] : x;
        x->near = *slot ? last->near : a;
        last->near = a;
        *slot = a + 1;
        for (uint32_t b = x->near; b != a; b = k->accesses[b].near)
            if (race_is_wanted(k, x, &k->accesses[b]))
                x->conflicts = k->accesses[b].conflicts = true;
    }
}

static bool is_of_use(const struct race_knowers *k, const struct race_op *op)
{
    return op->kind < RACE_ACCESS || k->accesses[op->from].conflicts;
}

/* Accesses that are part of no race are left out. */
static void strip(struct race_knowers *k)
{
    uint32_t kept = 0;
    for (uint32_t l = 0; l < k->label_count; l++) {
        struct race_label *label = &k->labels[l];
        uint32_t first = kept;
        for (uint32_t i = 0; i < label->count; i++)
            if (is_of_use(k, &k->ops[label->first + i]))
                k->ops[kept++] = k->ops[label->first + i];
        label->first = first;
        label->count = kept - first;
    }
    k->op_count = kept;
}

/* --- opening ---------------------------------------------------------------------------------------------------------- */

static bool open_knowers(struct race_knowers *k)
{
    measure(k);
    k->traits = race_array(k, k->knowers, sizeof *k->traits);
    k->bit = race_array(k, k->knowers, sizeof *k->bit);
    k->writers = race_array(k, k->knowers - KNOWER_PLACE, sizeof *k->writers);
    if (!k->traits || !k->bit || !k->writers)
        return false;
    find_traits(k);
    find_writers(k);
    number_bits(k);
    k->mortal = race_array(k, (uint64_t)k->threads * k->words, sizeof *k->mortal);
    if (!k->mortal || k->words > RACE_MOST_WORDS)
        return false;
    find_mortal(k);
    return true;
}

static bool open_labels(struct race_knowers *k)
{
    k->labels = race_array(k, k->label_count, sizeof *k->labels);
    k->ops = race_array_of_most(k, sizeof *k->ops, &k->most_ops);
    k->accesses = race_array_of_most(k, sizeof *k->accesses, &k->most_accesses);
    k->access_slots = race_array(k, ACCESS_SLOTS, sizeof *k->access_slots);
    k->sets = race_array_of_most(k, sizeof *k->sets, &k->most_sets);
    k->set_slots = race_array_of_most(k, sizeof *k->set_slots, &k->most_set_slots);
    k->memo = race_array_of_most(k, sizeof *k->memo, &k->most_memo);
    k->scratch = race_array(k, k->words, sizeof *k->scratch);
    k->set_slot_count = k->memo_slots = FEW_SLOTS;
    if (!k->labels || !k->ops || !k->accesses || !k->access_slots || !k->sets || !k->set_slots || !k->memo || !k->scratch)
        return false;
    compile(k);
    memset(k->access_slots, 0, ACCESS_SLOTS * sizeof *k->access_slots);
    find_conflicts(k, k->access_slots);
    strip(k);
    return !k->full;
}

bool race_knowers_open(struct race_knowers *k, const struct race_labels *source, uint32_t label_count)
{
    *k = (struct race_knowers){.source = source, .label_count = label_count};
    if (open_knowers(k) && open_labels(k))
        return true;
    race_knowers_close(k);
    return false;
}

/* --- sets ------------------------------------------------------------------------------------------------------------- */

static uint64_t hash_of(const struct race_knowers *k, const uint64_t *set)
{
    uint64_t h = 0;
    for (uint32_t w = 0; w < k->words; w++) {
        h = (h ^ set[w]) * 0x9e3779b97f4a7c15u;
        h ^= h >> 32;
    }
    return h * 0xbf58476d1ce4e5b9u >> 20;
}

static uint32_t *set_slot(const struct race_knowers *k, const uint64_t *set)
{
    uint64_t mask = k->set_slot_count - 1, i = hash_of(k, set) & mask;
    while (k->set_slots[i] != 0 && memcmp(race_set(k, k->set_slots[i] - 1), set, k->words * sizeof *set) != 0)
        i = (i + 1) & mask;
    return &k->set_slots[i];
}

static void widen_sets(struct race_knowers *k)
{
    k->full |= 2 * k->set_slot_count > k->most_set_slots;
    if (k->full)
        return;
    memset(k->set_slots, 0, k->set_slot_count * sizeof *k->set_slots);
    k->set_slot_count *= 2;
    for (uint32_t s = 0; s < k->set_count; s++)
        *set_slot(k, race_set(k, s)) = s + 1;
}

static uint32_t number_set(struct race_knowers *k, const uint64_t *set)
{
    uint32_t *slot = set_slot(k, set);
    if (*slot != 0)
        return *slot - 1;
    k->full |= ((uint64_t)k->set_count + 2) * k->words > k->most_sets;
    if (k->full)
        return 0;
    memcpy(k->sets + (uint64_t)k->set_count * k->words, set, k->words * sizeof *set);
    *slot = ++k->set_count;
    if (k->set_count > k->set_slot_count / 2)
        widen_sets(k);
    return k->set_count - 1;
}

bool race_subset(const struct race_knowers *k, uint32_t set, uint32_t of)
{
    const uint64_t *a = race_set(k, set), *b = race_set(k, of);
    uint64_t more = 0;
    for (uint32_t w = 0; w < k->words; w++)
        more |= a[w] & ~b[w];
    return more == 0;
}

/* --- what labels do --------------------------------------------------------------------------------------------------- */

static bool is_in(const uint64_t *set, uint32_t bit)
{
    return bit != RACE_NOBODY && race_knows(set, bit);
}

static void leave(const struct race_knowers *k, uint64_t *set, tid t)
{
    const uint64_t *mask = k->mortal + (uint64_t)t * k->words;
    for (uint32_t w = 0; w < k->words; w++)
        set[w] &= ~mask[w];
}

/* A number that is used again knows of what its last owner did. */
static void bear(const struct race_knowers *k, uint64_t *set, const struct race_op *op, tid owner)
{
    bool knows = race_knows(set, op->from);
    leave(k, set, op->to);
    set_bit(set, op->to, knows || op->to == owner);
}

static void store(uint64_t *set, const struct race_op *op)
{
    bool knows = is_in(set, op->from) || is_in(set, op->own);
    for (uint32_t b = op->first; b < op->first + op->count; b++)
        set_bit(set, b, false);
    set_bit(set, op->to, knows);
    set_bit(set, op->own, knows);
}

/* An access changes nothing. */
static void perform(const struct race_knowers *k, uint64_t *set, const struct race_op *op, tid owner)
{
    switch ((enum race_op_kind)op->kind) {
    case RACE_JOIN:
        if (race_knows(set, op->from))
            set_bit(set, op->to, true);
        break;
    case RACE_ASSIGN: set_bit(set, op->to, is_in(set, op->from)); break;
    case RACE_STORE: store(set, op); break;
    case RACE_BORN: bear(k, set, op, owner); break;
    case RACE_END: leave(k, set, op->to); break;
    case RACE_ALL: set_bit(set, op->to, true); break;
    default: break;
    }
}

/* Bits that the operation, an access, races with, if its thread does not know of them. */
static uint64_t raced(const struct race_knowers *k, const uint64_t *set, const struct race_op *op)
{
    return op->kind >= RACE_ACCESS && !race_knows(set, op->to) ? k->accesses[op->from].foes : 0;
}

static uint32_t go_through(struct race_knowers *k, uint32_t label, uint32_t at, tid owner, uint64_t *races)
{
    const struct race_label *l = &k->labels[label];
    uint64_t *set = k->scratch;
    *races = 0;
    for (const struct race_op *op = &k->ops[l->first + at], *end = &k->ops[l->first + l->count]; op < end; op++) {
        *races |= raced(k, set, op);
        perform(k, set, op, owner);
    }
    return number_set(k, set);
}

void race_knowers_forget(struct race_knowers *k)
{
    memset(k->memo, 0, k->memo_slots * sizeof *k->memo);
    k->memo_count = 0;
}

/* The slot of what is remembered of the set and the label, or the free one where it goes. */
static struct race_memo *remembered(struct race_knowers *k, uint32_t set, uint32_t label, uint32_t owner)
{
    if (k->memo_count > k->memo_slots / 2) { /* begin anew: simple, and rare */
        race_knowers_forget(k);
        k->memo_slots *= 2 * k->memo_slots > k->most_memo ? 1 : 2;
    }
    uint64_t h = (((uint64_t)set << 32 | label) + owner) * 0x9e3779b97f4a7c15u, mask = k->memo_slots - 1;
    h ^= h >> 32;
    for (uint64_t i = h & mask;; i = (i + 1) & mask) {
        struct race_memo *m = &k->memo[i];
        if (m->label == 0 || (m->set == set && m->label == label && m->owner == owner))
            return m;
    }
}

uint32_t race_after(struct race_knowers *k, uint32_t set, uint32_t label, tid owner, uint64_t *races)
{
    if (k->labels[label].count == 0) {
        *races = 0;
        return set;
    }
    struct race_memo *m = remembered(k, set, label, owner);
    if (m->label == 0) {
        memcpy(k->scratch, race_set(k, set), k->words * sizeof *k->scratch);
        *m = (struct race_memo){.set = set, .label = label, .owner = owner};
        m->to = go_through(k, label, 0, owner, &m->races);
        k->memo_count++;
    }
    *races = m->races;
    return m->to;
}

uint32_t race_after_access(struct race_knowers *k, uint32_t label, uint32_t at, uint64_t *races)
{
    const struct race_op *op = &k->ops[k->labels[label].first + at];
    memset(k->scratch, 0, k->words * sizeof *k->scratch);
    set_bit(k->scratch, op->to, true);
    return go_through(k, label, at + 1, op->to, races);
}

void race_list(struct race_knowers *k, const uint64_t *set, uint32_t label, uint32_t at, tid owner, uint64_t bits, struct race_listener *by)
{
    const struct race_label *l = &k->labels[label];
    memmove(k->scratch, set, k->words * sizeof *k->scratch);
    for (const struct race_op *op = &k->ops[l->first + at], *end = &k->ops[l->first + l->count]; op < end; op++) {
        uint64_t found = raced(k, k->scratch, op) & bits;
        if (found)
            by->found(by, found, op->from);
        perform(k, k->scratch, op, owner);
    }
}
