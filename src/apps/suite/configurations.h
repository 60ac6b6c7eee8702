/* configurations.h - configurations of searches for the programs of a suite: what a regression suite needs, a census,
 * and the searches of the paper on DFS-RB (section 9 and appendix A). */
#ifndef MZ_APPS_SUITE_CONFIGURATIONS_H
#define MZ_APPS_SUITE_CONFIGURATIONS_H

#include <stdint.h>

#include "tool/cli/util.h"

enum configuration_command {
    BY_CHECK,
    BY_RUNS,  /* check, with a row for every seed */
    BY_BOUND, /* the same, once, for the bug itself, with a bound that is raised: what counts is at which one it is found */
    BY_CENSUS,
};

struct configuration {
    const char *name;
    const char *group;   /* by which several can be asked for */
    const char *title;   /* as the tables have it */
    const char *figure;  /* what facts files call it, where they have papers' figures for it. NULL: nothing */
    const char *scale;   /* at which it is run, where nothing else is asked for */
    enum configuration_command by;
    bool        buggy, fixed; /* forms it is for */
    bool        random;  /* other seeds give other runs */
    const char *options; /* of `mazurka check`; {states}, {states/N} and {states*N} stand for the limit */
    const char *absent;  /* why it is not there; NULL: it is */
};

extern const struct configuration configurations[]; /* ends with a row of zeros */

/* Configurations whose name or group matches one of the patterns, in the order of the table; dies if a pattern matches
 * none. */
struct configuration_list {
    const struct configuration **at;
    size_t count;
};
struct configuration_list configurations_matching(const struct strings *patterns);

/* Its options, word by word, for a limit in states. */
struct strings configuration_options(const struct configuration *c, uint64_t states);

#endif
