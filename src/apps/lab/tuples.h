/* tuples.h - the configurations of DFS-RB as configurations of a study, each called by its tuple. */
#ifndef MZ_APPS_LAB_TUPLES_H
#define MZ_APPS_LAB_TUPLES_H

#include "apps/suite/configurations.h"

/* Configuration of a tuple, in whatever way it is written. NULL, and a sentence in *why, if it is none. */
const struct configuration *tuple_configuration(const char *text, char **why);

/* All 7,920 of the paper, in its order. */
const struct configuration *const *tuple_configurations(void);

#endif
