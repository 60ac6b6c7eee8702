/* unread.h - matching modulo memory that is not read any more: finished states by what of their memory is read at or below them.
 *
 * What is read before it is overwritten, on some path from a state, is in its summary, as events of nobody's (labels.h). A new state
 * that agrees with a finished one on all threads, and on that memory, is covered by it: the same can happen from there, and has been found.
 * docs/design/reductions-proofs.md has the proof.
 *
 * A finished state is found by a digest of all but the memory that can be told apart so (struct lts_reading: bare), under which there are
 * the few sets of memory that such states read, and with each set by a digest of what that held. */
#ifndef MZ_REDUCE_UNREAD_H
#define MZ_REDUCE_UNREAD_H

#include "reduce/reduction.h"
#include "reduce/events/summary.h"

struct unread;

struct unread *unread_open(void); /* NULL: no memory */
void           unread_close(struct unread *u);
void           unread_clear(struct unread *u);
uint64_t       unread_bytes(const struct unread *u);

/* Is there one that covers the present state of the lts? Its tag. */
bool unread_find(struct unread *u, const struct reducing *r, struct labels *labels, struct summaries *summaries, uint32_t *tag);

/* The last choice point on the path, without that memory `bare`, is finished, with this summary and tag. The lts may be left there. */
void unread_note(struct unread *u, const struct reducing *r, struct labels *labels, struct summaries *summaries, struct digest bare,
                 summary below, uint32_t tag);

#endif
