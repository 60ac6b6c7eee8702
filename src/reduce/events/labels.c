/* labels.c - see labels.h. */
#include "reduce/events/labels.h"

#include <string.h>

#include "base/reserve.h"
#include "reduce/events/label_ranges.h"

enum { FEW_PLACES = 256 };
enum { MOST_PLACES = 4 * LABELS > FEW_PLACES ? 4 * LABELS : FEW_PLACES };
enum { MOST_CAUSED = LABELS / 4 }; /* labels, beyond which no more is told of what events need */
enum { MOST_EVENTS = EVENTS - MAX_THREADS }; /* of other labels than EVERYTHING, of which each thread has one event */
_Static_assert(LABELS > LABELS_FIXED && EVENTS > MAX_THREADS, "there is always room for those of the threads");

enum { NAMED_BITS = 10, FEW_BITS = 2 };
_Static_assert(64 << FEW_BITS >= MAX_THREADS, "each thread has an event from the beginning");

/* Labels and events by their numbers, which are the same for all processes that search together: to be written by one at a time, and read
 * by all. Whoever finds a number finds what it stands for. Should the writer be killed, a label may be there twice: that costs little. */
struct book {
    uint32_t      count, events, ordinary; /* of the events those of other labels than EVERYTHING */
    uint64_t      lacked;
    bool          causes;             /* some label has them */
    uint32_t      places;             /* in use, a power of two: most programs have few labels, which are found in little memory */
    struct ranges ranges[LABELS];
    label         place[MOST_PLACES]; /* hashed; 0: free */
    event         event[LABELS][MAX_THREADS]; /* 0: none yet; event 0 is (0, EVERYTHING) */
    label         of_event[EVENTS];
    uint8_t       thread[EVENTS];
};

struct labels {
    struct masks  masks;
    struct book  *book;
    bool          shared;
    struct lock   lock;
    uint32_t      kept[STREAMS], kept_events[STREAMS]; /* that have been put there: labels_save() */
    uint32_t      row_count;
    size_t        row_bytes;          /* reserved for them */
    uint64_t      lacked;
    struct named  named[1 << NAMED_BITS]; /* met lately: where two fall on one place the later one stays */
    struct mask   mask[LABELS];
};

/* --- masks ------------------------------------------------------------------------------------------------------------ */

static uint64_t *row(const struct labels *s, uint32_t number)
{
    return s->masks.rows + ((size_t)number << s->masks.row_bits);
}

static bool rows_fit(const struct labels *s, uint32_t count, uint32_t row_bits)
{
    return (uint64_t)count << row_bits <= s->row_bytes / sizeof *s->masks.rows;
}

/* Growth to twice the length, from the last one on: each moves up, over what has been moved before. */
static void widen_rows(struct labels *s)
{
    size_t words = (size_t)1 << s->masks.row_bits;
    for (size_t i = s->row_count; i-- > 0;) {
        memmove(s->masks.rows + 2 * i * words, s->masks.rows + i * words, words * sizeof *s->masks.rows);
        memset(s->masks.rows + (2 * i + 1) * words, 0, words * sizeof *s->masks.rows);
    }
    s->masks.row_bits++;
}

/* Rows for so many events. */
static bool rows_reach(struct labels *s, uint32_t events)
{
    while (events >= 64u << s->masks.row_bits) {
        if (!rows_fit(s, s->row_count, s->masks.row_bits + 1))
            return false;
        widen_rows(s);
    }
    return true;
}

/* Is there room for another event of a label that is not EVERYTHING? */
static bool event_fits(struct labels *s)
{
    const struct book *b = s->book;
    uint32_t events = s->shared ? b->events : b->ordinary + MAX_THREADS;
    return b->ordinary < MOST_EVENTS && rows_reach(s, events);
}

static void set(uint64_t *mask, uint32_t e)
{
    mask[e / 64] |= (uint64_t)1 << e % 64;
}

/* --- memory ----------------------------------------------------------------------------------------------------------- */

static void forget_kept(struct labels *s, enum record_stream stream)
{
    s->kept[stream] = LABELS_FIXED;
    s->kept_events[stream] = s->shared ? MAX_THREADS : 1;
}

static void define_fixed(struct labels *s)
{
    struct book *b = s->book;
    b->ranges[LABEL_EVERYTHING].everything = true;
    b->ranges[LABEL_UNBORN] = (struct ranges){.range = {{WHO_EXISTS, 1 << SIZE_AT | WAY_WRITES << WAY_AT | ALL_SIDES}}, .count = 1};
    b->ranges[LABEL_BIRTH] = (struct ranges){.range = {{WHO_EXISTS, 1 << SIZE_AT | ALL_SIDES}}, .count = 1};
    b->count = LABELS_FIXED;
    b->places = FEW_PLACES;
    b->events = s->masks.events = 1; /* so that 0 stands for none */
    b->ordinary = 0;
    b->causes = false;
    b->lacked = s->lacked = 0;
    s->masks.row_bits = FEW_BITS;
    b->of_event[0] = LABEL_EVERYTHING;
    s->row_count = MAX_THREADS;
    s->mask[LABEL_EVERYTHING].row = s->row_count++;
    for (unsigned i = 0; i < STREAMS; i++)
        forget_kept(s, (enum record_stream)i);
    for (tid t = 1; t < MAX_THREADS && s->shared; t++) /* later there may be no room for them in one process, and others have made events */
        event_of(s, t, LABEL_EVERYTHING);
}

struct labels *labels_open(bool shared)
{
    size_t bytes = sizeof(struct labels), book_bytes = sizeof(struct book);
    struct labels *s = reserve(&bytes, bytes);
    if (!s)
        return NULL;
    s->shared = shared;
    s->book = (shared ? reserve_shared : reserve)(&book_bytes, book_bytes);
    s->masks.of_label = s->mask;
    s->row_bytes = reserve_machine() / 4;
    s->masks.rows = reserve(&s->row_bytes, 1 << 16);
    if (s->masks.rows && s->book) {
        define_fixed(s);
        return s;
    }
    labels_close(s);
    return NULL;
}

void labels_close(struct labels *s)
{
    reserve_release(s->masks.rows, s->row_bytes);
    reserve_release(s->book, sizeof *s->book);
    reserve_release(s, sizeof *s);
}

void labels_clear(struct labels *s)
{
    struct book *b = s->book;
    if (b->count == LABELS_FIXED && b->events == 1)
        return;
    memset(b->ranges, 0, b->count * sizeof *b->ranges);
    memset(b->event, 0, b->count * sizeof *b->event);
    memset(b->place, 0, b->places * sizeof *b->place);
    memset(s->mask, 0, b->count * sizeof *s->mask);
    memset(s->masks.rows, 0, labels_bytes(s));
    memset(s->named, 0, sizeof s->named);
    define_fixed(s);
}

void labels_join(struct labels *s, struct lock lock)
{
    s->lock = lock;
}

uint64_t labels_bytes(const struct labels *s)
{
    return s->row_count * sizeof *s->masks.rows << s->masks.row_bits;
}

uint64_t labels_lacked(const struct labels *s)
{
    return s->lock.word ? s->lacked : s->book->lacked + s->lacked;
}

/* --- dependence ------------------------------------------------------------------------------------------------------- */

/* The same range, changed in the same way: whatever comes first. */
static bool commute(const struct range *a, const struct range *b)
{
    return range_way(a) > WAY_WRITES && a->addr == b->addr && ((a->extent ^ b->extent) & ~(uint64_t)SIDES) == 0;
}

static bool clash(const struct range *a, const struct range *b)
{
    bool side = a->extent & b->extent & SIDES, write = (a->extent | b->extent) & WAYS;
    bool overlap = a->addr < b->addr + (b->extent >> SIZE_AT) && b->addr < a->addr + (a->extent >> SIZE_AT);
    return side && write && overlap && !commute(a, b);
}

/* Ranges that are read or overwritten, and touched by nobody (label_of_reads). */
static bool is_aside(const struct ranges *r, enum access_way way)
{
    return r->count > 0 && (r->range[0].extent & SIDES) == 0 && range_way(&r->range[0]) == way;
}

static bool lies_within(const struct range *a, const struct range *b)
{
    return b->addr <= a->addr && a->addr + (a->extent >> SIZE_AT) <= b->addr + (b->extent >> SIZE_AT);
}

/* Is all that is read among what is overwritten? */
static bool overwritten(const struct ranges *reads, const struct ranges *writes)
{
    uint32_t within = 0;
    for (uint32_t i = 0; i < reads->count; i++)
        for (uint32_t j = 0, found = 0; j < writes->count && !found; j++)
            within += found = lies_within(&reads->range[i], &writes->range[j]);
    return within == reads->count;
}

/* Does what a touches depend on what thread t does with b? */
static bool dependent(const struct ranges *a, const struct ranges *b, tid t)
{
    if (is_aside(a, WAY_WRITES))
        return is_aside(b, WAY_READS) && overwritten(b, a);
    if (a->everything || b->everything || threadset_has(a->kills, t))
        return true;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++)
            if (clash(&a->range[i], &b->range[j]))
                return true;
    return false;
}

/* --- interning -------------------------------------------------------------------------------------------------------- */

static uint64_t mixed(threadset s)
{
    uint64_t h = 0;
    for (unsigned i = 0; i < THREADSET_WORDS; i++)
        h = h * 0x9e3779b97f4a7c15u + threadset_word(s, i);
    return h;
}

static uint32_t hash(const struct ranges *r)
{
    uint64_t h = r->count ^ mixed(r->kills) ^ (mixed(r->needs) + r->behind) * 0x94d049bb133111ebu;
    for (uint32_t i = 0; i < r->count; i++) {
        const struct range *x = &r->range[i];
        h = (h ^ x->addr) * 0x9e3779b97f4a7c15u;
        h = (h ^ h >> 29 ^ x->extent) * 0xbf58476d1ce4e5b9u;
    }
    return (uint32_t)(h >> 40);
}

static bool same(const struct ranges *a, const struct ranges *b)
{
    bool equal = a->count == b->count && threadset_equal(a->kills, b->kills) && threadset_equal(a->needs, b->needs) &&
                 a->behind == b->behind;
    for (uint32_t i = 0; equal && i < a->count; i++) {
        const struct range *x = &a->range[i], *y = &b->range[i];
        equal = x->addr == y->addr && x->extent == y->extent;
    }
    return equal;
}

/* Slot of a label with these ranges, or the one where it goes to. */
static inline uint32_t place_of(const struct book *b, const struct ranges *r)
{
    uint32_t mask = __atomic_load_n(&b->places, __ATOMIC_RELAXED) - 1, i = hash(r) & mask;
    for (label a; (a = __atomic_load_n(&b->place[i], __ATOMIC_ACQUIRE)) != 0 && !same(&b->ranges[a], r);)
        i = (i + 1) & mask;
    return i;
}

static void grow(struct book *b)
{
    memset(b->place, 0, b->places * sizeof *b->place);
    b->places *= 2;
    for (label a = LABELS_FIXED; a < b->count; a++)
        __atomic_store_n(&b->place[place_of(b, &b->ranges[a])], a, __ATOMIC_RELEASE);
}

/* By one process at a time. */
static label make_label(struct book *b, const struct ranges *r)
{
    uint32_t i = place_of(b, r);
    if (b->place[i])
        return b->place[i];
    if (b->count == LABELS) {
        b->lacked++;
        return LABEL_EVERYTHING;
    }
    label a = b->count;
    b->ranges[a] = *r;
    b->causes |= r->behind != 0;
    b->count++;
    __atomic_store_n(&b->place[i], a, __ATOMIC_RELEASE);
    if (b->count > b->places / 4 && b->places < MOST_PLACES)
        grow(b);
    return a;
}

label label_intern(struct labels *s, const struct ranges *r)
{
    if (r->everything)
        return LABEL_EVERYTHING;
    if (r->count == 0 && !threadset_any(r->kills))
        return LABEL_NOTHING;
    label known = __atomic_load_n(&s->book->place[place_of(s->book, r)], __ATOMIC_ACQUIRE);
    if (known && same(&s->book->ranges[known], r)) /* while others make places for more it may be another one */
        return known;
    lock_take(&s->lock);
    known = make_label(s->book, r);
    lock_give(&s->lock);
    return known;
}

bool labels_learn(struct labels *s)
{
    const struct book *b = s->book;
    uint32_t events = __atomic_load_n(&b->events, __ATOMIC_ACQUIRE);
    if (!rows_reach(s, events - 1))
        return false;
    for (; s->masks.events < events; s->masks.events++)
        THREADSET_EACH(victim, b->ranges[b->of_event[s->masks.events]].kills)
            set(row(s, victim), s->masks.events);
    return true;
}

/* By one process at a time. 0: there is no room. */
static event make_event(struct labels *s, tid t, label a)
{
    struct book *b = s->book;
    if (b->event[a][t])
        return b->event[a][t];
    if (a != LABEL_EVERYTHING && !event_fits(s)) {
        b->lacked++;
        return 0;
    }
    event e = b->events;
    b->ordinary += a != LABEL_EVERYTHING;
    b->of_event[e] = a;
    b->thread[e] = (uint8_t)t;
    __atomic_store_n(&b->events, e + 1, __ATOMIC_RELEASE);
    __atomic_store_n(&b->event[a][t], e, __ATOMIC_RELEASE);
    return e;
}

event event_of(struct labels *s, tid t, label a)
{
    event e = __atomic_load_n(&s->book->event[a][t], __ATOMIC_ACQUIRE);
    if ((e && e < s->masks.events) || (t == 0 && a == LABEL_EVERYTHING))
        return e;
    if (!e) {
        lock_take(&s->lock);
        e = make_event(s, t, a);
        lock_give(&s->lock);
    }
    return e && labels_learn(s) ? e : event_of(s, t, LABEL_EVERYTHING);
}

/* --- causes ----------------------------------------------------------------------------------------------------------- */

/* The barrier at which a step with these ranges arrives, or 0; if all who ever come there are needed. */
static uint64_t arrives_at(const struct ranges *r)
{
    return r->count > 0 && range_way(&r->range[0]) == WAY_ARRIVES ? r->range[0].addr : 0;
}

/* The barrier that it leaves: who only reads what it waited for has been let go by others. */
static uint64_t leaves(const struct ranges *r)
{
    return r->count > 0 && range_way(&r->range[0]) == WAY_READS && (r->range[0].extent & SIDES) == OF_WAITERS ? r->range[0].addr : 0;
}

bool event_is_cause(const struct labels *s, event e)
{
    const struct ranges *r = &s->book->ranges[s->book->of_event[e]];
    return arrives_at(r) || leaves(r);
}

bool labels_tell_causes(const struct labels *s)
{
    return s->book->causes;
}

static event with_causes(struct labels *s, event e, threadset needs, uint64_t behind)
{
    const struct book *b = s->book;
    struct ranges r = b->ranges[b->of_event[e]];
    bool same = threadset_equal(r.needs, needs) && r.behind == behind;
    if (same || b->of_event[e] < LABELS_FIXED || (b->count > MOST_CAUSED && threadset_any(needs)))
        return e;
    r.needs = needs;
    r.behind = behind;
    return event_of(s, b->thread[e], label_intern(s, &r));
}

event event_behind(struct labels *s, event e, event step, threadset late)
{
    const struct book *b = s->book;
    const struct ranges *is = &b->ranges[b->of_event[e]], *before = &b->ranges[b->of_event[step]];
    tid t = b->thread[e], mover = b->thread[step];
    uint64_t left = leaves(before);
    if (t == mover && left && !is_aside(is, WAY_READS))
        return with_causes(s, e, is->needs, left);
    if (!is->behind || is->behind != arrives_at(before) || threadset_has(late, t))
        return e;
    return with_causes(s, e, is->needs | threadset_of(mover), is->behind);
}

event event_bare(struct labels *s, event e)
{
    return with_causes(s, e, NO_THREADS, 0);
}

threadset event_needs(const struct labels *s, event e)
{
    return s->book->ranges[s->book->of_event[e]].needs;
}

/* --- beyond the process ----------------------------------------------------------------------------------------------- */

struct kept_event {
    uint32_t thread, label;
};

void labels_save(struct labels *s, enum record_stream stream, bool anew, const struct record_taker *to)
{
    const struct book *b = s->book;
    if (anew)
        forget_kept(s, stream);
    to->put(to->self, RECORD_LABELS, &b->ranges[s->kept[stream]], b->count - s->kept[stream], sizeof *b->ranges);
    s->kept[stream] = b->count;
    for (uint32_t *i = &s->kept_events[stream]; *i < b->events; ++*i) {
        struct kept_event e = {b->thread[*i], b->of_event[*i]};
        to->put(to->self, RECORD_EVENTS, &e, 1, sizeof e);
    }
}

uint32_t labels_adopt(struct labels *s, const void *things, size_t bytes, label *ours, uint32_t room)
{
    const struct ranges *r = things;
    size_t count = bytes / sizeof *r;
    for (size_t i = 0; i < count; i++) {
        if (count > room || r[i].count > MOST_RANGES)
            return 0;
        ours[i] = label_intern(s, &r[i]);
    }
    return (uint32_t)count;
}

uint32_t events_adopt(struct labels *s, const void *things, size_t bytes, const label *known, uint32_t count, event *ours, uint32_t room)
{
    const struct kept_event *e = things;
    size_t events = bytes / sizeof *e;
    for (size_t i = 0; i < events; i++) {
        if (events > room || e[i].thread >= MAX_THREADS || e[i].label >= count)
            return 0;
        ours[i] = event_of(s, (tid)e[i].thread, known[e[i].label]);
    }
    return (uint32_t)events;
}

static bool restore_label(struct labels *s, const struct ranges *r)
{
    uint32_t number = s->book->count;
    return r->count <= MOST_RANGES && make_label(s->book, r) == number;
}

static bool restore_event(struct labels *s, struct kept_event e)
{
    uint32_t number = s->book->events;
    return e.thread < MAX_THREADS && e.label < s->book->count && make_event(s, (tid)e.thread, e.label) == number;
}

bool labels_restore(struct labels *s, enum record_kind kind, const void *things, size_t bytes)
{
    bool fits = true;
    for (size_t i = 0; kind == RECORD_LABELS && fits && i < bytes / sizeof(struct ranges); i++)
        fits = restore_label(s, (const struct ranges *)things + i);
    for (size_t i = 0; kind == RECORD_EVENTS && fits && i < bytes / sizeof(struct kept_event); i++)
        fits = restore_event(s, ((const struct kept_event *)things)[i]);
    s->kept[STREAM_KEPT] = s->book->count;
    s->kept_events[STREAM_KEPT] = s->book->events;
    return fits;
}

const uint8_t *labels_threads(const struct labels *s)
{
    return s->book->thread;
}

label event_label(const struct labels *s, event e)
{
    return s->book->of_event[e];
}

/* --- what is read ----------------------------------------------------------------------------------------------------- */

static label intern_aside(struct labels *s, const struct access *access, int count, enum access_way way)
{
    struct ranges r = {0};
    for (int i = 0; i < count; i++)
        if (access[i].size > 0 && (access[i].write == WAY_WRITES) == (way == WAY_WRITES))
            r.range[r.count++] = (struct range){access[i].addr, (uint64_t)access[i].size << SIZE_AT | (uint64_t)way << WAY_AT};
    return label_intern(s, &r);
}

label label_of_reads(struct labels *s, const struct access *access, int count)
{
    return count == LTS_EVERYTHING ? LABEL_READS : intern_aside(s, access, count, WAY_READS);
}

label label_of_overwritten(struct labels *s, const struct access *access, int count)
{
    label a = intern_aside(s, access, count, WAY_WRITES);
    return a == LABEL_EVERYTHING ? LABEL_NOTHING : a; /* there is no room for it */
}

label label_read_in_place(struct labels *s, label overwritten)
{
    struct ranges r = s->book->ranges[overwritten];
    for (uint32_t i = 0; i < r.count; i++)
        r.range[i].extent = (r.range[i].extent & ~(uint64_t)WAYS) | (uint64_t)WAY_READS << WAY_AT;
    return label_intern(s, &r);
}

static bool tells_of_reads(const struct labels *s, event e)
{
    label a = s->book->of_event[e];
    return a == LABEL_READS || a == LABEL_EVERYTHING || is_aside(&s->book->ranges[a], WAY_READS);
}

const uint64_t *labels_reading(struct labels *s)
{
    const uint64_t *mask = label_conflicts(s, LABEL_READS);
    return s->mask[LABEL_READS].row != 0 ? mask : NULL;
}

const uint64_t *label_overwrites(struct labels *s, label a)
{
    const uint64_t *mask = a != LABEL_NOTHING ? label_conflicts(s, a) : NULL;
    return s->mask[a].row != 0 ? mask : NULL;
}

uint32_t event_reads(const struct labels *s, event e, struct access *out, uint32_t room)
{
    const struct ranges *r = &s->book->ranges[s->book->of_event[e]];
    if (s->book->of_event[e] < LABELS_FIXED || r->count > room)
        return room + 1;
    for (uint32_t i = 0; i < r->count; i++)
        out[i] = (struct access){r->range[i].addr, (uint32_t)(r->range[i].extent >> SIZE_AT), WAY_READS};
    return r->count;
}

/* To the mask of the label. */
static bool belongs(const struct labels *s, label a, event e)
{
    const struct book *b = s->book;
    return a == LABEL_READS ? tells_of_reads(s, e) : dependent(&b->ranges[a], &b->ranges[b->of_event[e]], b->thread[e]);
}

const uint64_t *label_compare(struct labels *s, label a)
{
    struct mask *m = &s->mask[a];
    if (m->row == 0 && !rows_fit(s, s->row_count + 1, s->masks.row_bits)) {
        s->lacked++;
        return label_conflicts(s, LABEL_EVERYTHING);
    }
    if (m->row == 0)
        m->row = s->row_count++;
    for (; m->known < s->masks.events; m->known++)
        if (belongs(s, a, m->known))
            set(row(s, m->row), m->known);
    return row(s, m->row);
}

/* --- what an operation touches (operation_labels.c) -------------------------------------------------------------------- */

bool label_commutes(const struct labels *s, label a)
{
    const struct ranges *r = &s->book->ranges[a];
    return r->count > 0 && range_way(&r->range[0]) > WAY_WRITES;
}

struct named *label_named(struct labels *s, uint64_t key)
{
    return &s->named[key * 0x9e3779b97f4a7c15u >> (64 - NAMED_BITS)];
}
