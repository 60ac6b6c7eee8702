/* deed_labels.h - labels of transitions (model/deed.h), kept beside the states and no part of them: what was done since the state before is
 * written down, and equal lists have one number. In place of clocks: no race shows on the path (docs/design/races.md).
 */
#ifndef MZ_WORLD_RACE_DEED_LABELS_H
#define MZ_WORLD_RACE_DEED_LABELS_H

#include <stdbool.h>

#include "model/deed.h"

extern bool mz__deeds; /* they are written down */

bool     deeds_open(void);
void     deeds_keep(bool keep); /* from now on, and no labels are known; or not */
void deeds_suspend(bool suspended); /* for a while; labels stay as they are */
uint64_t deeds_bytes(void);
uint32_t deeds_labels(void); /* they have numbers below this */

void deeds_add(struct deed d);

/* Deeds that were written down and are not part of a label yet. A label may begin with the next one. */
uint32_t deeds_pending(void);
void     deeds_rewind(uint32_t pending);

/* The label of all that came after the first so many, which are no longer pending. */
uint32_t deeds_label(uint32_t from);
const struct deed *deeds_of(uint32_t label, uint32_t *count);

#endif
