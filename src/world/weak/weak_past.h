/* weak_past.h - does the machine find all that RC11 allows? Where sequentially consistent operations are mixed with weaker ones it may not.
 *
 * The machine performs sequentially consistent stores, updates and fences in the order that all of them have; the axioms let that order
 * run against program order and reads-from, unless psc holds it. So whoever is about to perform one looks at those that lie in the past of
 * it, by program order and reads-from: if there is one that psc may not put before it, `inexact` is set, which is a fact of the search.
 * Whatever was explored up to there is right, and all is where it was never set: docs/design/weak-memory.md.
 *
 * Of the operations that lie in the past only the threads are known that have performed them.
 */
#ifndef MZ_WORLD_WEAK_PAST_H
#define MZ_WORLD_WEAK_PAST_H

#include "base/digest.h"
#include "world/weak/weak_memory.h"

/* t has performed an operation with that order: what it has read, if it has, lies in slot `from`, and what it has written in slot `to`.
 * `ordered`: it is a sequentially consistent store or update, or a compare-exchange that would be one if it did not fail. */
enum { WEAK_NOTHING = -1 };
void weak_past_performed(struct weak *w, tid t, unsigned place, int order, bool ordered, int from, int to);
void weak_past_fence(struct weak *w, tid t, int order);

/* Knowledge of one goes to another one, besides what that has or in place of it; and a thread is created. */
void weak_past_join(struct weak *w, struct weak_past *to, const struct weak_past *from);
void weak_past_assign(struct weak *w, struct weak_past *to, const struct weak_past *from);
void weak_past_learn(struct weak *w, tid t, const struct weak_past *from);
void weak_past_born(struct weak *w, tid t, tid born);

/* Facts that another process has met that searches the same. */
void weak_past_meet(struct weak *w, const struct weak_met *others);

bool weak_past_same(const struct weak_past *a, const struct weak_past *b);
bool weak_past_has(const struct weak_past *p, const struct weak_past *other);

/* For digests. It makes no difference where there are no sequentially consistent operations in the past, or `inexact` is set anyway. */
bool          weak_past_matters(const struct weak *w, const struct weak_past *p);
struct digest weak_past_digest(struct digest whose, const struct weak_past *p);

#endif
