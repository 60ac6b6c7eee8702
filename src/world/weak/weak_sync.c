/* weak_sync.c - see weak_sync.h. */
#include "world/weak/weak_sync.h"

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

bool weak_tell(struct weak *w, tid t, uint64_t key, bool anew)
{
    unsigned i = find(w, key);
    if (i == WEAK_OBJECTS)
        i = open_object(w, key);
    if (i == WEAK_OBJECTS) {
        w->lacked++;
        return false;
    }
    (anew ? weak_assign : weak_join)(w, &w->object[i].view, &w->thread[t].now);
    return true;
}

void weak_learn(struct weak *w, tid t, uint64_t key)
{
    unsigned i = find(w, key);
    if (i == WEAK_OBJECTS)
        return;
    weak_enter(w, t);
    weak_join(w, &w->thread[t].now, &w->object[i].view);
}

void weak_empty(struct weak *w, uint64_t key)
{
    unsigned i = find(w, key);
    if (i == WEAK_OBJECTS)
        return;
    weak_clear(w, &w->object[i].view);
    weak_note(w, &w->object[i].key, sizeof key);
    w->object[i].key = 0;
}
