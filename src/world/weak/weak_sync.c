/* weak_sync.c - see weak_sync.h. */
#include "world/weak/weak_sync.h"

#include "world/weak/weak_past.h"

static const struct weak_past nothing;

/* Its number; WEAK_OBJECTS: there is none. */
static unsigned find(const struct weak *w, uint64_t key)
{
    unsigned i = 0;
    while (i < w->objects && w->object[i].key != key)
        i++;
    return i < w->objects ? i : WEAK_OBJECTS;
}

/* One that is not in use: it has no key. */
static unsigned open_object(struct weak *w, uint64_t key)
{
    unsigned i = find(w, 0);
    if (i == WEAK_OBJECTS && w->objects < WEAK_OBJECTS) {
        i = (unsigned)w->objects;
        weak_note(w, &w->objects, sizeof w->objects);
        w->objects++;
    }
    if (i < WEAK_OBJECTS) {
        weak_note(w, &w->object[i].key, sizeof key);
        w->object[i].key = key;
    }
    return i;
}

static unsigned find_or_open(struct weak *w, uint64_t key)
{
    unsigned i = find(w, key);
    if (i == WEAK_OBJECTS)
        i = open_object(w, key);
    if (i == WEAK_OBJECTS)
        w->lacked++;
    return i;
}

bool weak_tell(struct weak *w, tid t, uint64_t key, bool anew)
{
    unsigned i = find_or_open(w, key);
    if (i == WEAK_OBJECTS)
        return false;
    (anew ? weak_assign : weak_join)(w, &w->object[i].view, &w->thread[t].now);
    (anew ? weak_past_assign : weak_past_join)(w, &w->object[i].past, &w->thread[t].past);
    return true;
}

bool weak_learn(struct weak *w, tid t, uint64_t key)
{
    unsigned i = find(w, key);
    if (i == WEAK_OBJECTS)
        return false;
    weak_enter(w, t);
    weak_past_learn(w, t, &w->object[i].past);
    if (weak_has(w, &w->thread[t].now, &w->object[i].view))
        return false;
    weak_join(w, &w->thread[t].now, &w->object[i].view);
    return true;
}

bool weak_hand_over(struct weak *w, uint64_t from, uint64_t to)
{
    unsigned i = find(w, from);
    if (i == WEAK_OBJECTS) {
        weak_empty(w, to);
        return true;
    }
    unsigned k = find_or_open(w, to);
    if (k == WEAK_OBJECTS)
        return false;
    weak_assign(w, &w->object[k].view, &w->object[i].view);
    weak_past_assign(w, &w->object[k].past, &w->object[i].past);
    weak_empty(w, from);
    return true;
}

void weak_empty(struct weak *w, uint64_t key)
{
    unsigned i = find(w, key);
    if (i == WEAK_OBJECTS)
        return;
    weak_clear(w, &w->object[i].view);
    weak_past_assign(w, &w->object[i].past, &nothing);
    weak_note(w, &w->object[i].key, sizeof key);
    w->object[i].key = 0;
}
