/* foreign.h - labels, events and summaries of a process that has tables of its own, on another machine as a rule: their numbers there, and
 * what they are called here. They come as records, in the order in which labels_save() and summaries_save() put them. */
#ifndef MZ_REDUCE_FOREIGN_H
#define MZ_REDUCE_FOREIGN_H

#include "reduce/events/summary.h"

struct foreign;

struct foreign *foreign_open(void); /* NULL: no memory */
void            foreign_close(struct foreign *f);
void            foreign_clear(struct foreign *f); /* it begins anew */

/* False: that cannot be, or there is no memory for it. Then nothing that follows means anything until it begins anew. */
bool foreign_take(struct foreign *f, struct labels *labels, struct summaries *summaries, enum record_kind kind, const void *things,
                  size_t bytes);
bool foreign_summary(const struct foreign *f, summary theirs, summary *ours); /* false: it was not told */

#endif
