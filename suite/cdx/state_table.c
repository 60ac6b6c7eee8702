/* state_table.c - where planes were when they were seen last. */
#include <stddef.h>
#include "state_table.h"

void state_table_init(struct state_table *t)
{
    for (int i = 0; i < STATE_BUCKETS; i++)
        t->bucket[i] = NULL;
    t->spare = NULL;
    for (int i = PLANES - 1; i >= 0; i--) {
        t->pool[i].next = t->spare;
        t->spare = &t->pool[i];
    }
}

static unsigned bucket_of(const struct callsign *c) { return callsign_hash(c) % STATE_BUCKETS; }

struct state_entry *state_table_find(const struct state_table *t, const struct callsign *c)
{
    struct state_entry *e = t->bucket[bucket_of(c)];
    while (e && !callsign_same(&e->callsign, c))
        e = e->next;
    return e;
}

struct state_entry *state_table_add(struct state_table *t, const struct callsign *c, const struct point *p, int frame)
{
    struct state_entry *e = t->spare, **bucket = &t->bucket[bucket_of(c)];
    if (!e)
        return NULL;
    t->spare = e->next;
    e->callsign = *c;
    e->position = *p;
    e->seen = frame;
    e->next = *bucket;
    *bucket = e;
    return e;
}

static void forget_in(struct state_table *t, struct state_entry **link, int frame)
{
    while (*link) {
        struct state_entry *e = *link;
        if (frame - e->seen <= STATE_PATIENCE) {
            link = &e->next;
            continue;
        }
        *link = e->next;
        e->next = t->spare;
        t->spare = e;
    }
}

void state_table_forget(struct state_table *t, int frame)
{
    for (int i = 0; i < STATE_BUCKETS; i++)
        forget_in(t, &t->bucket[i], frame);
}
