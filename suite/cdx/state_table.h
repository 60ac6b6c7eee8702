/* state_table.h - where planes were when they were seen last: a hash table by their names, with chains of entries from a pool. */
#ifndef STATE_TABLE_H
#define STATE_TABLE_H

#include "callsign.h"
#include "vectors.h"

enum { STATE_BUCKETS = 16, STATE_PATIENCE = 4 /* frames after which a plane that is not seen is forgotten */ };

struct state_entry {
    struct callsign     callsign;
    struct point        position;
    int                 seen; /* in which frame */
    struct state_entry *next;
};

struct state_table {
    struct state_entry *bucket[STATE_BUCKETS];
    struct state_entry *spare;
    struct state_entry  pool[PLANES];
};

void state_table_init(struct state_table *t);
struct state_entry *state_table_find(const struct state_table *t, const struct callsign *c); /* NULL: it is not there */
struct state_entry *state_table_add(struct state_table *t, const struct callsign *c, const struct point *p, int frame); /* or NULL */
void state_table_forget(struct state_table *t, int frame); /* planes that were not seen for long */

#endif
