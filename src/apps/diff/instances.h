/* instances.h - the dynamic threads of a program: those that a first run has created, in the order of their births, and what it saw them
 * execute. */
#ifndef MZ_APPS_DIFF_INSTANCES_H
#define MZ_APPS_DIFF_INSTANCES_H

#include "apps/diff/code/program_map.h"
#include "tool/binary/symbols/fragment.h"
#include "tool/cli/util.h"

struct instance {
    const char *start;   /* name of the start function: the static thread it is an instance of */
    bool       *reached; /* functions that it may execute, by calls: program_map_reach() */
};

/* Somebody was at an address of the program's file: in a call, or about to do something. */
struct sighting {
    uint64_t pc;
    size_t   instance;
};

struct instances {
    struct instance *at; /* by birth, which is the thread's number as long as no number is used again: at[0] is the first thread */
    size_t           count;
    struct sighting *seen;
    size_t           seen_count;
    uint64_t         libraries; /* a digest of the shared libraries that it was run with */
    char            *fault; /* what the first run ended with, if that was a fault; NULL: none */
};

/* Runs the program: a few random walks find out what is shared, which is left in the file `visible` for the searches of pairs; one
 * execution is recorded. `check` are options of `mazurka check`. Dies if the program cannot be run. */
struct instances instances_of(const struct program_map *map, const char *program, const struct strings *arguments,
                              const struct strings *check, const char *visible);

/* May the instance execute the fragment? Calls tell, and what was seen. */
bool instance_may_execute(const struct program_map *map, const struct instances *all, size_t instance, const struct fragment *fragment);
/* Was it seen there? */
bool instance_was_there(const struct instances *all, size_t instance, const struct fragment *fragment);

#endif
