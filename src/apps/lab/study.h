/* study.h - a study: programs of a suite × configurations × seeds, in phases, under a limit in states. A small text file says which
 * (suite/lab.md); those of the papers are shipped. */
#ifndef MZ_APPS_LAB_STUDY_H
#define MZ_APPS_LAB_STUDY_H

#include "apps/suite/configurations.h"
#include "tool/cli/util.h"

struct study_phase {
    const char *name;
    const char *of;     /* the phase whose experiments are gone on with, where their runs differ and one has found an error; NULL: none */
    uint64_t    runs;   /* of each experiment with something random in it: seeds 1 to that */
    struct configuration_list configurations;
    uint64_t    sample, whole; /* so many of them at most, 0: all; how many there are without that */
    size_t      line;   /* in the file */
};

/* Clients of a data structure, made by `mazurka clients`: the programs NAME_001 to NAME_count. */
struct study_clients {
    const char *name, *specification; /* a file, or the name of one in examples/clients */
    uint64_t    count;
    struct strings options;
    size_t      line;
};

/* Form of a study under --quick; 0: as without it. */
struct study_quick {
    uint64_t states, sample; /* configurations of a phase that has more of them */
    uint64_t runs;           /* of an experiment at most */
    uint64_t clients;        /* of a section at most */
};

struct study {
    const char *name, *path, *title;
    struct strings programs, paper_programs; /* all; those that are ranked (000: nine of twelve). None of the latter: all */
    struct strings forms;                    /* NAME:FORM, of programs that have another one than `form` */
    const char *form, *scale;                /* "buggy", "paper" unless the file says otherwise */
    const char *paper;                       /* whose figures are printed beside ours; NULL: anyone's */
    bool        races;                       /* what counts: every race, or the program's own bug */
    uint64_t    states, milliseconds;
    const char *ranked, *compared;           /* phases: what `rank` ranks, and what it compares; NULL: none */
    struct study_phase *phases;
    size_t      phase_count;
    struct study_clients *clients;
    size_t      clients_count;
    struct study_quick quick;
};

/* A file, or the name of one that is shipped. Dies with what is wrong with it, and where. */
struct study study_read(const char *name);

/* --quick: a sample of the configurations, fewer states and runs. */
void study_be_quick(struct study *study);

/* Limit on configurations of each phase; 0: as the study has it. */
void study_take_samples(struct study *study, uint64_t most);

const char *study_form(const struct study *study, const char *program);

const struct study_phase *study_phase_named(const struct study *study, const char *name); /* NULL: there is none */

/* The section that a program is a client of; NULL: it is one of the suite. */
const struct study_clients *study_clients_of(const struct study *study, const char *program);

bool study_has_suite_programs(const struct study *study);

/* The names of those that are shipped, and the folder that they are in. */
struct strings studies_shipped(void);
const char *studies_directory(void);

#endif
