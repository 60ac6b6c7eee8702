/* weak_memory.c - see weak_memory.h. */
#include "world/weak/weak_memory.h"

#include <string.h>

enum { WORD = 8 };

bool weak_acquires(int order)
{
    return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
}

bool weak_releases(int order)
{
    return order >= __ATOMIC_RELEASE;
}

void weak_note(struct weak *w, void *at, size_t size)
{
    size_t before = (uintptr_t)at % WORD;
    w->note(w->self, (char *)at - before, (size + before + WORD - 1) / WORD * WORD);
}

static void set_byte(struct weak *w, uint8_t *at, uint8_t value)
{
    if (*at == value)
        return;
    weak_note(w, at, 1);
    *at = value;
}

static void set_word(struct weak *w, uint64_t *at, uint64_t value)
{
    if (*at == value)
        return;
    weak_note(w, at, sizeof *at);
    *at = value;
}

/* --- views ------------------------------------------------------------------------------------------------------------ */

void weak_join_map(struct weak *w, uint8_t *to, const uint8_t *from)
{
    bool noted = false;
    for (unsigned x = 0; x < w->places; x++) {
        if (weak_rank(&w->place[x], from[x]) <= weak_rank(&w->place[x], to[x]))
            continue;
        if (!noted)
            weak_note(w, to, w->places);
        noted = true;
        to[x] = from[x];
    }
}

void weak_join(struct weak *w, struct weak_view *to, const struct weak_view *from)
{
    weak_join_map(w, to->seen, from->seen);
    weak_join_map(w, to->seq_cst, from->seq_cst);
}

static void assign_map(struct weak *w, uint8_t *to, const uint8_t *from)
{
    if (memcmp(to, from, w->places) == 0)
        return;
    weak_note(w, to, w->places);
    memcpy(to, from, w->places);
}

void weak_assign(struct weak *w, struct weak_view *to, const struct weak_view *from)
{
    assign_map(w, to->seen, from->seen);
    assign_map(w, to->seq_cst, from->seq_cst);
}

void weak_clear(struct weak *w, struct weak_view *view)
{
    static const struct weak_view nothing;
    weak_assign(w, view, &nothing);
}

static bool has_map(const struct weak *w, const uint8_t *map, const uint8_t *other)
{
    for (unsigned x = 0; x < w->places; x++)
        if (weak_rank(&w->place[x], other[x]) > weak_rank(&w->place[x], map[x]))
            return false;
    return true;
}

bool weak_has(const struct weak *w, const struct weak_view *view, const struct weak_view *other)
{
    return has_map(w, view->seen, other->seen) && has_map(w, view->seq_cst, other->seq_cst);
}

void weak_enter(struct weak *w, tid t)
{
    if (t >= w->threads)
        set_word(w, &w->threads, t + 1);
}

void weak_forget(struct weak *w, tid t)
{
    weak_clear(w, &w->thread[t].now);
    weak_clear(w, &w->thread[t].read);
    weak_clear(w, &w->thread[t].released);
    weak_note(w, &w->thread[t].past, sizeof w->thread[t].past + sizeof w->thread[t].fenced);
    w->thread[t].past = (struct weak_past){0};
    w->thread[t].fenced = false;
}

static void replace_in(struct weak *w, struct weak_view *view, unsigned place, uint8_t old, uint8_t new)
{
    if (view->seen[place] == old)
        set_byte(w, &view->seen[place], new);
    if (view->seq_cst[place] == old)
        set_byte(w, &view->seq_cst[place], new);
}

/* In all views an entry for a place becomes another one. */
static void replace(struct weak *w, unsigned place, uint8_t old, uint8_t new)
{
    for (tid t = 0; t < w->threads; t++) {
        replace_in(w, &w->thread[t].now, place, old, new);
        replace_in(w, &w->thread[t].read, place, old, new);
        replace_in(w, &w->thread[t].released, place, old, new);
    }
    for (unsigned i = 0; i < w->objects; i++)
        replace_in(w, &w->object[i].view, place, old, new);
    for (unsigned x = 0; x < w->places; x++)
        for (unsigned rank = 0; rank < w->place[x].count; rank++)
            replace_in(w, &weak_message_at(w, x, rank)->view, place, old, new);
    if (w->newest[place] == old)
        set_byte(w, &w->newest[place], new);
}

/* --- places ----------------------------------------------------------------------------------------------------------- */

unsigned weak_find(const struct weak *w, uint64_t key)
{
    unsigned x = 0;
    while (x < w->places && w->place[x].key != key)
        x++;
    return x < w->places ? x : WEAK_PLACES;
}

unsigned weak_open(struct weak *w, uint64_t key, struct weak_value value)
{
    unsigned x = 0;
    while (x < WEAK_PLACES && w->place[x].key)
        x++;
    if (x == WEAK_PLACES) {
        w->lacked++;
        return x;
    }
    set_word(w, &w->place[x].key, key);
    if (x >= w->places)
        set_word(w, &w->places, x + 1);
    weak_insert(w, x, 0, value, false);
    return x;
}

void weak_close(struct weak *w, unsigned place)
{
    struct weak_place *p = &w->place[place];
    while (p->count > 0)
        weak_drop(w, place, 0, 0);
    set_word(w, &p->key, 0);
}

/* --- messages --------------------------------------------------------------------------------------------------------- */

static uint8_t free_slot(const struct weak_place *p)
{
    uint8_t slot = 0;
    while (p->in_use[slot])
        slot++;
    return slot;
}

static void number(struct weak_place *p)
{
    for (unsigned rank = 0; rank < p->count; rank++)
        p->ranks[p->slots[rank]] = (uint8_t)rank;
}

uint8_t weak_insert(struct weak *w, unsigned place, unsigned rank, struct weak_value value, bool attached)
{
    struct weak_place *p = &w->place[place];
    uint8_t slot = free_slot(p);
    struct weak_message *m = &w->message[place][slot];
    if (w->moved)
        w->moved(w->self, p->key, rank, (unsigned)p->count, true);
    weak_note(w, p, sizeof *p);
    for (uint64_t i = p->count; i > rank; i--)
        p->slots[i] = p->slots[i - 1];
    p->slots[rank] = slot;
    p->in_use[slot] = true;
    p->count++;
    number(p);
    weak_note(w, m, offsetof(struct weak_message, view));
    m->value = value;
    m->attached = attached;
    m->past = (struct weak_past){0};
    m->writer = m->told = m->ordered = 0;
    return slot;
}

/* Its slot is left without a view, for the next one. */
void weak_drop(struct weak *w, unsigned place, unsigned rank, uint8_t heir)
{
    struct weak_place *p = &w->place[place];
    uint8_t slot = p->slots[rank];
    weak_clear(w, &w->message[place][slot].view);
    replace(w, place, (uint8_t)(slot + 1), heir);
    if (w->moved)
        w->moved(w->self, p->key, rank, (unsigned)p->count - 1, false);
    weak_note(w, p, sizeof *p);
    p->count--;
    for (uint64_t i = rank; i < p->count; i++)
        p->slots[i] = p->slots[i + 1];
    p->in_use[slot] = false;
    number(p);
}
