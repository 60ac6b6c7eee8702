/* plan.h - the plan of what is to be run: programs in their forms and scales, each compiled once, with the
 * configurations that are for them. */
#ifndef MZ_APPS_SUITE_PLAN_H
#define MZ_APPS_SUITE_PLAN_H

#include "apps/suite/configurations.h"
#include "apps/suite/facts.h"
#include "apps/suite/suite_settings.h"

/* A program in one form, at one scale. */
struct build {
    const struct program *program;
    const struct variant *form, *scale;
    char          *binary, *set; /* the visible set that all its experiments begin with */
    char          *failure;      /* of the compiler; NULL: it is built */
    bool           wants_set;
    struct strings flags;        /* all that the compiler gets */
};

struct experiment {
    struct build               *build;
    const struct configuration *configuration;
    bool     races;    /* ERRORS_RACES */
    uint64_t runs;     /* seeds 1 to that */
    int64_t  id;       /* in the store */
};

struct plan {
    struct build      *builds;
    size_t             build_count;
    struct experiment *experiments;
    size_t             experiment_count;
    struct strings     notes; /* what is left out, and why */
};

struct plan plan_make(const struct suite *suite, const struct configuration_list *configurations, const struct suite_settings *settings);

/* "piper fixed small, check" */
char *experiment_name(const struct experiment *experiment);

/* Commands that compile a build; that run an experiment, from a seed on, with its JSON in a file; that make a build's
 * visible set. */
struct strings build_command(const struct build *build, const char *cc);
struct strings set_command(const struct build *build);
struct strings experiment_command(const struct experiment *experiment, const struct suite_settings *settings, uint64_t first_seed,
                                  uint64_t runs, const char *json);

/* The options that make the experiment what it is: without seeds, files and times. */
struct strings experiment_options(const struct experiment *experiment, const struct suite_settings *settings);

#endif
