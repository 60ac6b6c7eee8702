/* lab_settings.h - settings of `mazurka lab` (lab_command.c reads them). */
#ifndef MZ_APPS_LAB_LAB_SETTINGS_H
#define MZ_APPS_LAB_LAB_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "tool/cli/util.h"

struct lab_settings {
    struct strings files;              /* the study; of merge the stores */
    const char *programs, *phases;     /* patterns with commas. NULL: all */
    const char *suite, *store, *cc, *slice, *html, *svg, *json;
    const char *errors;                /* own, races; NULL: as the study has it */
    uint64_t    states, milliseconds, time, sample, jobs; /* 0: as the study has it; all processors */
    uint64_t    slice_number, slice_count;  /* from --slice=I/N; 1 of 1 without it */
    uint64_t    end;                        /* from --time: by clock_ms(CLOCK_MONOTONIC); 0: none */
    bool        quick, quiet, by_time; /* variation of running times, not of states */
};

int lab_run(const struct lab_settings *settings);
int lab_rank(const struct lab_settings *settings);
int lab_plot(const struct lab_settings *settings);
int lab_merge(const struct lab_settings *settings);
int lab_export(const struct lab_settings *settings);

/* The study with what the command line says of it: --quick, --states, --programs, ... */
struct study lab_study(const struct lab_settings *settings);

#endif
