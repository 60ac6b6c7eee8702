/* foresight.c - see foresight.h. */
#include "world/state/foresight.h"

#include <string.h>
#include <sys/mman.h>

#include "base/raw.h"
#include "model/op_columns.h"
#include "world/blame.h"
#include "world/memory/hash.h"
#include "world/memory/undo.h"
#include "world/memory/valid.h"
#include "world/race/race.h"
#include "world/race/race_labels.h"
#include "world/race/unordered.h"
#include "world/world.h"

enum {
    TABLE_LINES = 1 << 15,
    MOST_BYTES = 56,       /* of memory that an operation names: any object of the thread library, in four pairs of words */
    ROUND = 1 << 13,       /* questions after which its use is looked at */
    BREAK = 1 << 17,       /* questions that are not looked into where it is of none */
};

/* A line of the cache holds two, the later one first. The last bits of a key say what came of the step's first operation. */
struct remembered {
    struct digest key, change;
};
enum { OUTCOME_BITS = 15 };

bool foresight_enable(struct world *w, bool doubt)
{
    struct foresight *f = &w->foresight;
    f->table = raw_map(NULL, 2 * TABLE_LINES * sizeof *f->table, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    f->doubt = doubt;
    return f->table != NULL;
}

void foresight_switch(struct world *w, bool on)
{
    w->foresight.on = on && w->foresight.table;
    w->foresight.asked_for = false;
}

void foresight_forget(struct world *w)
{
    struct foresight *f = &w->foresight;
    f->learning = f->expecting = false;
    f->asked = f->known = f->pause = 0;
    if (f->remembers)
        memset(f->table, 0, 2 * TABLE_LINES * sizeof *f->table);
    f->remembers = false;
}

/* ---- whose memory ------------------------------------------------------------------------------------------------- */

static void changed_own(struct foresight *f, tid t, struct digest change)
{
    if (f->own_epoch[t] != mz__hot.epoch) {
        undo_block(&f->own[t], sizeof f->own[t]);
        f->own_epoch[t] = mz__hot.epoch;
    }
    f->own[t] = digest_xor(f->own[t], change);
}

/* A semantics that writes memory of others which its operation does not name: what that held is not in the key. */
void foresight_noted(struct world *w, uint64_t addr)
{
    struct foresight *f = &w->foresight;
    const struct cell *cell = layout_near_cell(addr);
    byte_owner whose = cell ? sharing_owner(cell) : OWN_UNTOUCHED;
    if (whose == OWN_UNTOUCHED || whose == (OWN_WRITTEN | f->mover))
        return;
    for (unsigned i = 0; i < f->ranges; i++)
        if (addr >= f->named[i].lo && addr < f->named[i].hi)
            return;
    f->learning = false;
}

void foresight_changed_by(struct world *w, byte_owner whose, struct digest change)
{
    struct foresight *f = &w->foresight;
    if (whose == OWN_SHARED)
        return;
    if (whose == OWN_UNTOUCHED)
        f->rest = digest_xor(f->rest, change);
    else
        changed_own(f, whose & OWN_THREAD, change);
}

void foresight_changed(struct world *w, uint64_t addr, struct digest change)
{
    const struct cell *cell = layout_near_cell(addr);
    foresight_changed_by(w, cell ? sharing_owner(cell) : OWN_UNTOUCHED, change);
}

/* ---- keys --------------------------------------------------------------------------------------------------------- */

/* Can it be read without asking the program? What an operation names may be no memory at all. */
static bool is_there(uint64_t addr, uint64_t size)
{
    uint64_t offset = addr - mz__hot.segment_lo;
    if (offset < mz__hot.segment_size)
        return size <= mz__hot.segment_size - offset;
    offset = addr - mz__hot.model_lo;
    if (offset < mz__hot.model_size)
        return size <= mz__hot.model_size - offset;
    offset = addr - mz__layout.heap_lo;
    return offset < mz__hot.arena_size - mz__layout.slots_size && arena_is_open(addr, size);
}

/* The words of a range. Where it lies is part of the operation, and with it of the thread's digest. */
static bool add_range(struct foresight *f, struct digest *key, uint64_t addr, uint64_t size)
{
    uint64_t from = addr & ~(uint64_t)7, words = (addr + size - from + 7) / 8;
    if (size > MOST_BYTES || !is_there(from, 8 * words))
        return false;
    const uint64_t *word = (const uint64_t *)from;
    struct digest values = {0, 0};
    for (unsigned n = 0; n < words; n += 2) {
        struct digest two = hash_pair(word[n], n + 1 < words ? word[n + 1] : 0, n / 2);
        values.lo += two.lo;
        values.hi += two.hi;
    }
    *key = hash_join(*key, values);
    f->named[f->ranges].lo = from;
    f->named[f->ranges++].hi = from + 8 * words;
    return true;
}

static bool key_of(struct world *w, const struct thread *t, struct digest *key)
{
    struct foresight *f = &w->foresight;
    const struct op *op = &t->op;
    f->ranges = 0;
    struct access wrong;
    bool counts = w->rounds > 0 && t->loop.rounds >= w->rounds; /* its step may be a whole loop */
    if (counts || !op_has(op->kind, OP_FORESEEN) || t->atomic || (valid_concerns(op) && !valid_op(t, &wrong)))
        return false;
    *key = hash_join(t->digest, digest_xor(f->own[t->number], f->rest));
    THREADSET_EACH(u, w->sharing.exposed & ~threadset_of(t->number))
        *key = hash_join(*key, w->thread[u].digest);
    const struct semantics *s = mz__semantics[op->kind];
    if (s && s->also_reads && !add_range(f, key, s->also_reads(t), 8))
        return false;
    return (op->size == 0 || add_range(f, key, op->addr, op->size)) && (op->size2 == 0 || add_range(f, key, op->addr2, op->size2));
}

/* ---- remembering -------------------------------------------------------------------------------------------------- */

static struct remembered *line_of(const struct foresight *f, struct digest key)
{
    return &f->table[2 * (key.lo & (TABLE_LINES - 1))];
}

static bool is_key(const struct remembered *r, struct digest key)
{
    return r->key.lo == key.lo && ((r->key.hi ^ key.hi) & ~(uint64_t)OUTCOME_BITS) == 0;
}

static const struct remembered *find(const struct foresight *f, struct digest key)
{
    const struct remembered *r = line_of(f, key);
    if (is_key(&r[0], key))
        return &r[0];
    return is_key(&r[1], key) ? &r[1] : NULL;
}

/* Questions are not worth their time where next to nothing is foreseen: for a while none is answered. */
static void look_at_use(struct foresight *f)
{
    if (f->asked < ROUND)
        return;
    if (f->known < f->asked / 8)
        f->pause = BREAK;
    f->asked = f->known = 0;
}

static bool is_idle(const struct world *w)
{
    return !w->foresight.on || w->foresight.pause > 0 || world_alone(w) || w->stuck;
}

bool foresight_stays(struct world *w, tid t, bool *stays)
{
    struct foresight *f = &w->foresight;
    struct digest key;
    f->asked_for = true;
    if (is_idle(w) || f->doubt || !key_of(w, &w->thread[t], &key))
        return false;
    const struct remembered *r = find(f, key);
    if (r)
        *stays = digest_equal(r->change, (struct digest){0, 0});
    return r != NULL;
}

threadset foresight_look(struct world *w, threadset threads, struct digest *to)
{
    struct foresight *f = &w->foresight;
    threadset foreseen = NO_THREADS;
    uint32_t known = 0;
    f->asked_for = true;
    f->pause -= f->pause > 0;
    if (is_idle(w) || f->doubt)
        return NO_THREADS;
    THREADSET_EACH(t, threads) {
        struct digest key;
        const struct remembered *r;
        f->asked++;
        if (world_outcomes(&w->thread[t]) > 1 || !key_of(w, &w->thread[t], &key) || !(r = find(f, key)) ||
            (w->race.clocks && race_would_tell(w, &w->thread[t])))
            continue;
        struct digest order = {0, 0};
        if (w->race.level == RACE_ORDERED && !race_foresee(w, &w->thread[t], r->key.hi & OUTCOME_BITS, &order))
            continue;
        if (w->race.level == RACE_LABELLED && !race_foresee_label(w, &w->thread[t], r->key.hi & OUTCOME_BITS))
            continue;
        to[t] = digest_xor(digest_xor(w->digest, r->change), order);
        foreseen |= threadset_of(t);
        known++;
    }
    f->known += known;
    look_at_use(f);
    return foreseen;
}

void foresight_begin(struct world *w, struct thread *t, unsigned choice)
{
    struct foresight *f = &w->foresight;
    bool settled = mz__hot.undo_top == mz__hot.epoch_start && !threadset_any(w->touched);
    f->expecting = false;
    /* What is only tried leaves clocks as they are: what it leads to is not what the step leads to. */
    f->learning = settled && choice == 0 && f->asked_for && !world_aside(w) && !is_idle(w) && key_of(w, t, &f->key);
    if (!f->learning)
        return;
    f->mover = t->number;
    f->from = w->digest;
    f->has_outcome = false;
    f->outcome = 0;
    const struct remembered *r = f->doubt ? find(f, f->key) : NULL;
    if (r) {
        f->expecting = true;
        f->expected = digest_xor(w->digest, r->change);
        f->order_expected = w->race.level == RACE_ORDERED && !race_would_tell(w, t) &&
                            race_foresee(w, t, r->key.hi & OUTCOME_BITS, &f->expected_order);
    }
}

void foresight_performs(struct world *w, const struct thread *t)
{
    if (!op_has(t->op.kind, OP_FORESEEN) || t->atomic)
        w->foresight.learning = false;
}

static bool as_expected(struct world *w)
{
    const struct foresight *f = &w->foresight;
    if (!digest_equal(f->expected, w->digest))
        return false;
    return !f->order_expected || digest_equal(f->expected_order, unordered_digest(w->live));
}

void foresight_end(struct world *w, threadset moved)
{
    struct foresight *f = &w->foresight;
    if (f->expecting && !w->sharing.grown && !as_expected(w)) /* else everything starts over soon */
        blame_foresight(w);
    if (f->learning && !threadset_several(moved) && w->end == LTS_RUNNING && !w->faulted) {
        struct remembered *r = line_of(f, f->key);
        if (!is_key(&r[0], f->key))
            r[1] = r[0];
        struct digest key = {f->key.lo, (f->key.hi & ~(uint64_t)OUTCOME_BITS) | f->outcome};
        r[0] = (struct remembered){key, digest_xor(f->from, w->digest)};
        f->remembers = true;
    }
    f->learning = f->expecting = false;
}
