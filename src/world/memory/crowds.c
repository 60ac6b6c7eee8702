/* crowds.c - see crowds.h. */
#include "world/memory/crowds.h"

/* Its index, or that where it goes to; CROWDS_MOST: there is no room. */
static unsigned place_of(const struct crowds *c, uint64_t barrier)
{
    unsigned i = 0;
    while (i < CROWDS_MOST && c->of[i].barrier != barrier && c->of[i].barrier != 0)
        i++;
    return i;
}

static bool is_exact(const struct crowd *c)
{
    return threadset_size(c->threads) <= c->count;
}

bool crowds_exact(const struct crowds *c, uint64_t barrier)
{
    unsigned at = place_of(c, barrier);
    return at < CROWDS_MOST && c->of[at].barrier == barrier && is_exact(&c->of[at]);
}

static bool add(struct crowds *c, const struct crowd *more, bool *grown)
{
    unsigned at = place_of(c, more->barrier);
    if (at == CROWDS_MOST)
        return false;
    struct crowd *known = &c->of[at];
    bool first = known->barrier == 0, before = first || is_exact(known);
    known->barrier = more->barrier;
    known->count = first || more->count < known->count ? more->count : known->count;
    known->threads |= more->threads;
    *grown |= before && !is_exact(known);
    return is_exact(known);
}

bool crowds_meet(struct crowds *c, uint64_t barrier, uint64_t count, tid t, bool *grown)
{
    return add(c, &(struct crowd){barrier, count, threadset_of(t)}, grown);
}

void crowds_join(struct crowds *c, const struct crowds *others, bool *grown)
{
    for (unsigned i = 0; i < CROWDS_MOST && others->of[i].barrier; i++)
        add(c, &others->of[i], grown);
}
