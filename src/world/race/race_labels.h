/* race_labels.h - labels of transitions (deed_labels.h), as the search asks for them (model/lts.h), and of those that are foreseen.
 */
#ifndef MZ_WORLD_RACE_RACE_LABELS_H
#define MZ_WORLD_RACE_RACE_LABELS_H

#include "world/semantics.h"

struct world;

/* As race_foresee(), for RACE_LABELLED: the label goes to w->race.foreseen[t]. */
bool race_foresee_label(struct world *w, const struct thread *t, unsigned outcome);

extern const struct lts_labels race_labels;

#endif
