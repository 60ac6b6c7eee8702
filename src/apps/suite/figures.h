/* figures.h - figures that papers print for a program: rows of "figures" in its facts file. */
#ifndef MZ_APPS_SUITE_FIGURES_H
#define MZ_APPS_SUITE_FIGURES_H

#include "apps/suite/configurations.h"
#include "apps/suite/facts.h"

/* The row for a configuration, of one paper or, if that is NULL, of any: the first one with a time or an outcome, as our tables have them,
 * else the first one; NULL if there is none, or no program. */
const json_t *figure_of(const struct program *program, const struct configuration *configuration, const char *paper);

/* The row with a program's characteristics: the first one that has error_path_ratio. */
const json_t *figure_characteristics(const struct program *program);

/* A member as text, with its deviation (KEY_deviation) if that is there; NULL if it is not there. */
char *figure_text(const json_t *figure, const char *key);

#endif
