/* race.h - data races: two accesses that conflict, at least one of them plain, by different threads, in no order.
 *
 * They are looked for in two ways (docs/design/races.md has the proofs):
 *  - Poised: whenever a thread arrives at an access, it is held against what the other threads are about to do. In a search of all
 *    states this finds every race of a program in which whatever one thread learns from another also orders them.
 *  - Clocks: where a thread can learn something without being ordered (relaxed atomics, a trylock that fails, a plain flag), two
 *    racing accesses may never be poised together. Then happens-before is kept on the path (order.h, shadow.h), and, where what is
 *    ordered is no function of the state, it becomes part of the state's digest.
 *    Where it is asked for, and the search is complete and in one process, it is kept out of the states instead: each transition has a
 *    label (deed_labels.h) that says what it does to who knows of what, and the search analyses the graph of all transitions at its end.
 * A search begins with the first. When it sees that the second is needed it starts over, as when memory proves to be shared.
 */
#ifndef MZ_WORLD_RACE_RACE_H
#define MZ_WORLD_RACE_RACE_H

#include "model/deed.h"
#include "world/race/race_state.h"
#include "world/semantics.h"

struct world;

bool race_configure(struct world *w, const struct wire_config *config, bool counts_errors);

/* A thread has announced an operation on shared memory. */
void race_arrived(struct world *w, struct thread *t);
/* A function without hooks, called where it returns to pc, has written this while all others waited: what they are about to do is not
 * ordered with it. What it reads is not known. */
void race_written(struct world *w, struct thread *t, uint64_t pc, uint64_t addr, uint64_t size);
/* It was performed: `op` as it was before. */
void race_performed(struct world *w, struct thread *t, const struct op *op, enum performed how, bool access);

/* Facts that only others than these threads could tell are forgotten, where memory is weak. */
void race_settle(struct world *w, struct thread *t, threadset going);

/* t begins or ends (OP_ATOMIC_BEGIN, OP_ATOMIC_END) an atomic section without such an operation: a function that is one by its name. */
void race_section(struct world *w, const struct thread *t, enum op_kind edge);

/* t runs on in code without hooks, which it has called or come back to. */
void race_outside(struct world *w, const struct thread *t);

/* Would t's pending operation show a race that was not told yet, if it were performed now? For clocks only; nothing is changed. */
bool race_would_tell(const struct world *w, const struct thread *t);

/* A thread has learnt of what another has done without being ordered behind it. */
void race_unordered(void);

/* The search starts over. */
void race_start_over(struct world *w);

/* Races that were told are told again when they are met again. */
void race_forget(struct world *w);

/* A race that was found, once; NULL if there is none. */
const struct fault *race_notice(struct world *w);

/* More of the one that was told last. */
void race_export(const struct world *w, struct wire_finding *out);

/* The part of the order that belongs to the state's identity is unordered_digest(). Here what it will be when t's pending operation was
 * performed, with this outcome (enum race_outcome), and no other that orders anything. False: not known. For RACE_ORDERED, where
 * race_would_tell() is false. */
enum race_outcome { OUTCOME_HOW = 3, OUTCOME_SUCCEEDED = 4, OUTCOME_EXCHANGED = 8 }; /* enum performed, and bits */
bool race_foresee(struct world *w, const struct thread *t, unsigned outcome, struct digest *to);

/* ---- for race_labels.h --------------------------------------------------------------------------------------------- */

struct reach;

void race_begin_at(struct race *r, enum race_level level);

/* Accesses of t's pending operation if it was performed now. */
unsigned race_reaches_at_present(const struct thread *t, struct reach *out); /* two at most */

/* Is its next operation the first of a function that is a section by its name? */
bool race_begins_section(const struct world *w, const struct thread *t);

/* Was a race of these places told, in whichever order, or is nothing more to be told? */
bool race_is_told(const struct race *r, uint64_t pc, uint64_t other);

/* Deeds of the access to the word, as a part of the label. */
void race_label_access(enum deed_kind kind, const struct thread *t, const struct op *op, const struct reach *reach);

#endif
