/* release_sequences.c - see release_sequences.h. */
#include "world/race/release_sequences.h"

#include "world/memory/hash.h"
#include "world/memory/places.h"
#include "world/race/deed_labels.h"

struct sequence {
    struct sequence *next;         /* at the same place, */
    struct sequence *next_of_head; /* and of the same thread */
    tid              head;
    struct clock     clock;
};

enum { SEQUENCES_MOST = PLACES_MOST };

/* Threads that have headed one, and where, on whatever path. What their clocks show is put back, and they are not. */
static struct {
    struct sequence *sequence;
    uint32_t         used;
    struct sequence *of_head[MAX_THREADS];
} known;

bool sequences_open(void)
{
    known.sequence = raw_map(NULL, (size_t)SEQUENCES_MOST * sizeof *known.sequence, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    return known.sequence != NULL;
}

/* From now on it is a part of the state. */
static void name(struct sequence *s, const struct place *p)
{
    s->clock.whose = (struct knower){.name = hash_word(p->clock.whose.name.lo, 3 + s->head)};
}

static struct sequence *find(const struct place *p, tid t)
{
    struct sequence *s = p->sequences;
    while (s && s->head != t)
        s = s->next;
    return s;
}

static struct sequence *begin(struct place *p, tid t)
{
    if (known.used == SEQUENCES_MOST) {
        mz__ordering_lost = true;
        return NULL;
    }
    struct sequence *s = &known.sequence[known.used++];
    *s = (struct sequence){.next = p->sequences, .next_of_head = known.of_head[t], .head = t};
    p->sequences = known.of_head[t] = s;
    if (threadset_has(p->stored, t))
        name(s, p);
    return s;
}

/* A thread that has never released anything heads none. */
static struct sequence *go_on(struct place *p, tid t, const struct clock *with)
{
    struct sequence *s = find(p, t);
    if (!s && clock_shows_any(with))
        s = begin(p, t);
    if (s)
        clock_join(&s->clock, with);
    return s;
}

static void end_others(const struct place *p, tid t)
{
    for (struct sequence *s = p->sequences; s; s = s->next)
        if (s->head != t)
            clock_clear(&s->clock);
}

void sequences_store(struct place *p, tid t, const struct clock *with)
{
    if (mz__deeds) {
        clock_deed(DEED_STORE, t, &p->clock, with);
        return;
    }
    end_others(p, t);
    const struct sequence *own = go_on(p, t, with);
    clock_assign(&p->clock, own ? &own->clock : with);
}

bool sequences_store_relaxed(struct place *p, tid t, const struct clock *with)
{
    if (mz__deeds) { /* all of them count */
        clock_deed(DEED_STORE, t, &p->clock, with);
        return false;
    }
    struct sequence *own = find(p, t);
    bool first = !threadset_has(p->stored, t);
    p->stored |= threadset_of(t);
    if (first && own)
        name(own, p);
    sequences_store(p, t, with);
    return first && own;
}

void sequences_update(struct place *p, tid t, const struct clock *with)
{
    if (mz__deeds) {
        clock_deed(DEED_UPDATE, t, &p->clock, with);
        return;
    }
    go_on(p, t, with);
    clock_join(&p->clock, with);
}

void sequences_leave(tid t)
{
    if (mz__deeds) {
        clock_deed(DEED_END, t, NULL, NULL);
        return;
    }
    for (struct sequence *s = known.of_head[t]; s; s = s->next_of_head)
        clock_clear(&s->clock);
}
