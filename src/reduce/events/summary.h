/* summary.h - sets of events, interned: what can happen at or below a state. Equal sets have equal numbers, and there are few of
 * them where threads run similar code, so that a state keeps a number of 4 bytes, and a union of two sets that was made
 * before is looked up.
 *
 * When there is no memory for another set, SUMMARY_ALL stands for it: a superset of any. */
#ifndef MZ_REDUCE_SUMMARY_H
#define MZ_REDUCE_SUMMARY_H

#include "base/lock.h"
#include "reduce/events/events.h"

typedef uint32_t summary;

enum { SUMMARY_EMPTY, SUMMARY_ALL };

struct summaries;

struct summaries *summaries_open(bool shared); /* with those that this process forks */
void              summaries_close(struct summaries *s);
void              summaries_clear(struct summaries *s);
void              summaries_join(struct summaries *s, struct lock lock); /* others write, too, from now on */
uint64_t          summaries_bytes(const struct summaries *s);
uint64_t          summaries_lacked(const struct summaries *s); /* how often there was no memory for a set; 0 after joining others */

/* Those that there are since they were last put there, or, `anew`, all; and what was, into summaries that are new: when all is there they
 * are `ready`. False: it cannot be. */
void summaries_save(struct summaries *s, enum record_stream stream, bool anew, const struct record_taker *to);
bool summaries_restore(struct summaries *s, enum record_kind kind, const void *things, size_t bytes);
bool summaries_ready(struct summaries *s);
bool summary_is_known(const struct summaries *s, summary a); /* a number that comes from elsewhere is one of a set */

summary summary_of(struct summaries *s, const event *events, unsigned count);
summary summary_of_events(struct summaries *s, const struct events *events);
summary summary_made(struct summaries *s, summary a, summary b); /* of two that differ, and are not empty */

static inline summary summary_union(struct summaries *s, summary a, summary b)
{
    if (a == b || b == SUMMARY_EMPTY)
        return a;
    return a == SUMMARY_EMPTY ? b : summary_made(s, a, b);
}

static inline summary summary_add(struct summaries *s, summary a, event e)
{
    return summary_union(s, a, summary_of(s, &e, 1));
}

/* The set, to be read until another one is made. */
struct events summary_events(const struct summaries *s, summary a);

#endif
