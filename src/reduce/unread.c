/* unread.c - see unread.h. */
#include "reduce/unread.h"

#include "base/reserve.h"

enum { MOST_SETS = 8 /* of states that agree on all but such memory */, CACHED = 1 << 10, MOST_LISTED = 1 << 20, MOST_READ = 32 };

/* A set of events that say what is read. */
struct listed {
    summary  reads;
    uint32_t next; /* 0: none */
};

/* Summaries of which it was asked lately what is read. */
struct asked {
    summary below, reads;
};

struct unread {
    struct visited known;      /* both kinds of digests, with the first of a list, or the tag of a state */
    struct listed  *listed;    /* from 1 on */
    size_t          listed_bytes;
    uint32_t        count;
    struct asked    asked[CACHED];
    uint64_t        draft[EVENT_WORDS];
};

struct unread *unread_open(void)
{
    size_t bytes = sizeof(struct unread);
    struct unread *u = reserve(&bytes, bytes);
    if (!u)
        return NULL;
    u->listed_bytes = (MOST_LISTED + 1) * sizeof *u->listed;
    u->listed = reserve(&u->listed_bytes, u->listed_bytes);
    if (u->listed && visited_open(&u->known, 0, VISITED_TAGS))
        return u;
    unread_close(u);
    return NULL;
}

void unread_close(struct unread *u)
{
    if (u->known.slots)
        visited_close(&u->known);
    reserve_release(u->listed, u->listed_bytes);
    reserve_release(u, sizeof *u);
}

void unread_clear(struct unread *u)
{
    visited_clear(&u->known);
    u->count = 0;
    for (unsigned i = 0; i < CACHED; i++)
        u->asked[i] = (struct asked){0, 0};
}

uint64_t unread_bytes(const struct unread *u)
{
    return visited_bytes(&u->known) + u->count * sizeof *u->listed;
}

/* Different for the two kinds. */
static struct digest mixed(struct digest d, uint64_t kind)
{
    return (struct digest){(d.lo ^ kind) * 0x9e3779b97f4a7c15u, (d.hi ^ d.lo >> 32) * 0xbf58476d1ce4e5b9u + kind};
}

/* --- what is read ------------------------------------------------------------------------------------------------------ */

/* Events of a set that say what is read; SUMMARY_ALL: everything may be. */
static summary reads_of(struct unread *u, struct labels *labels, struct summaries *summaries, summary below)
{
    struct asked *asked = &u->asked[below % CACHED];
    if (asked->below == below)
        return asked->reads;
    struct events events = summary_events(summaries, below), reads = {.word = u->draft};
    const uint64_t *mask = labels_reading(labels);
    struct access access[MOST_READ];
    bool all = events.all || !mask;
    for (uint32_t i = 0; i < events.words && !all; i++)
        for (uint64_t bits = events.word[i] & mask[i]; bits && !all; bits &= bits - 1) {
            event e = i * 64 + (uint32_t)__builtin_ctzll(bits);
            events_add(&reads, e);
            all = event_reads(labels, e, access, MOST_READ) > MOST_READ;
        }
    *asked = (struct asked){below, all ? SUMMARY_ALL : summary_of_events(summaries, &reads)};
    return asked->reads;
}

/* Contents of the present state there. A range may be there more than once. */
static struct digest content_of(const struct reducing *r, const struct labels *labels, const struct summaries *summaries, summary reads)
{
    struct events events = summary_events(summaries, reads);
    struct digest d = {0, 0};
    struct access access[MOST_READ];
    for (uint32_t i = 0; i < events.words; i++)
        for (uint64_t bits = events.word[i]; bits; bits &= bits - 1) {
            uint32_t count = event_reads(labels, i * 64 + (uint32_t)__builtin_ctzll(bits), access, MOST_READ);
            for (uint32_t k = 0; k < count; k++) {
                struct digest held = r->reading->content(r->lts->self, access[k].addr, access[k].size);
                d.lo += held.lo;
                d.hi += held.hi;
            }
        }
    return d;
}

static struct digest key_of(struct digest bare, struct digest held)
{
    return mixed((struct digest){bare.lo ^ held.lo, bare.hi ^ held.hi}, 2);
}

/* --- states ------------------------------------------------------------------------------------------------------------- */

bool unread_find(struct unread *u, const struct reducing *r, struct labels *labels, struct summaries *summaries, uint32_t *tag)
{
    struct digest bare = r->reading->bare(r->lts->self);
    uint32_t first = 0;
    if (!visited_look(&u->known, mixed(bare, 1), &first))
        return false;
    for (uint32_t i = first; i != 0; i = u->listed[i].next)
        if (visited_look(&u->known, key_of(bare, content_of(r, labels, summaries, u->listed[i].reads)), tag))
            return true;
    return false;
}

/* The set is one of those to be looked up. False: there is no room. */
static bool list(struct unread *u, struct digest bare, summary reads)
{
    unsigned sets = 0;
    uint32_t last = 0;
    if (visited_insert(&u->known, mixed(bare, 1)) == VISITED_FULL)
        return false;
    for (uint32_t i = visited_tag(&u->known); i != 0; i = u->listed[i].next, sets++) {
        if (u->listed[i].reads == reads)
            return true;
        last = i;
    }
    if (sets == MOST_SETS || u->count == MOST_LISTED)
        return false;
    u->listed[++u->count] = (struct listed){reads, 0};
    if (last)
        u->listed[last].next = u->count;
    else
        visited_set_tag(&u->known, u->count);
    return true;
}

void unread_note(struct unread *u, const struct reducing *r, struct labels *labels, struct summaries *summaries, struct digest bare,
                 summary below, uint32_t tag)
{
    summary reads = reads_of(u, labels, summaries, below);
    if (reads == SUMMARY_ALL || !list(u, bare, reads))
        return;
    struct digest held = {0, 0};
    if (reads != SUMMARY_EMPTY) {
        r->lts->rewind(r->lts->self, &r->nodes[r->depth].mark);
        held = content_of(r, labels, summaries, reads);
    }
    if (visited_insert(&u->known, key_of(bare, held)) == VISITED_NEW)
        visited_set_tag(&u->known, tag);
}
