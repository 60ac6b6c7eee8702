/* facts.h - the programs of a suite, as their facts files describe them (suite/suite.md: facts.json).
 *
 * A suite is a folder; every folder in it with a facts.json is a program. What a file lacks, or has that nobody knows, is an error that
 * names the file and the key: a misspelt key would otherwise be a fact that is silently not there. */
#ifndef MZ_APPS_SUITE_FACTS_H
#define MZ_APPS_SUITE_FACTS_H

#include <jansson.h>
#include <stdint.h>

#include "tool/cli/util.h"

/* A form or a scale: a name, and the words for the compiler that it stands for. */
struct variant {
    const char    *name;
    struct strings flags;
    bool           buggy;   /* of a form */
    uint64_t       threads; /* of a scale: so many are alive at once; 0: nobody has said */
};

struct program {
    const char    *name, *title, *directory, *file; /* the folder, and the facts.json in it */
    struct strings papers, sources, flags, options;
    uint64_t       threads;
    struct strings kinds;      /* of fault, as which the bug may show itself; none: there is no bug */
    const char    *line_file;  /* NULL: nothing is said of the line */
    unsigned      *lines;      /* in it, that carry the mark; line_count of them */
    size_t         line_count;
    struct variant *forms, *scales;
    size_t         form_count, scale_count;
    json_t        *figures;    /* array of what papers print; NULL: none */
    json_t        *json;       /* the whole file */
};

struct suite {
    const char     *directory;
    struct program *programs;  /* by their names */
    size_t          count;
};

/* Reads the programs whose names match one of the patterns (all, if there are none). Prints all mistakes of their files and dies if there
 * is one, or if there is no program. */
struct suite suite_read(const char *directory, const struct strings *patterns);

/* NULL if there is none of that name. */
const struct variant *variant_named(const struct variant *list, size_t count, const char *name);

/* Does `name` match one of the patterns (*, ?), or are there none? */
bool matches_any(const struct strings *patterns, const char *name);

/* The parts of a list with commas. */
struct strings split_list(const char *list);

#endif
