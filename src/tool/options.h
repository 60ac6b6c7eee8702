/* options.h - command-line options from a table: one row gives name, argument, help and where the value goes.
 *
 * A command has a struct of settings and a table that ends with a row of zeros. The same table is used to parse and to
 * print --help, so that an option cannot exist in one and not in the other.
 */
#ifndef MZ_TOOL_OPTIONS_H
#define MZ_TOOL_OPTIONS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum option_kind {
    OPTION_HEADING,  /* no option: `help` is a heading in the list */
    OPTION_FLAG,     /* bool: set */
    OPTION_CLEAR,    /* bool: cleared */
    OPTION_TEXT,     /* const char * */
    OPTION_WORD,     /* const char *: one of the words in `argument`, separated by | */
    OPTION_WORD_OR_FLAG, /* likewise, but the value may be missing: then it is the first of them */
    OPTION_COUNT,    /* uint64_t: 1000, 10k, 2M */
    OPTION_SIZE,     /* uint64_t, in bytes: 4096, 64K, 2G, 512MiB */
    OPTION_DURATION, /* uint64_t, in milliseconds: 10, 10s, 1.5s, 500ms, 5m, 2h */
};

struct option_row {
    const char      *name;     /* without the dashes */
    enum option_kind kind;
    size_t           offset;   /* of the value in the settings */
    const char      *argument; /* how help writes it: "N", "FILE", "auto|all" */
    const char      *help;
};

#define OPTION_END {NULL, OPTION_HEADING, 0, NULL, NULL}

enum { OPTION_NOT_OURS = 0, OPTION_TAKEN = 1, OPTION_WRONG = -1 };

/* Look at argv[*at]. If it is `--name`, `--name=value` or `--name value` of a row, store the value in `settings`, move *at
 * to the last word used and return OPTION_TAKEN. OPTION_NOT_OURS: it does not begin with `--`, or is exactly `--`.
 * OPTION_WRONG: unknown, or its value is wrong; *error is then a sentence. */
int options_parse(const struct option_row *table, void *settings, char **argv, int *at, char **error);

/* The list of options for --help. */
void options_print(const struct option_row *table, FILE *out);

/* Values by themselves; return 0, or -1 if `text` is not one. */
int parse_count(const char *text, uint64_t *value);
int parse_size(const char *text, uint64_t *value);
int parse_duration(const char *text, uint64_t *milliseconds);

/* As people write them: 1,061; 24.0 MiB; 1m 05s. The result is a new string. */
char *show_count(uint64_t value);
/* "1 state", "1,061 states" */
char *show_things(uint64_t count, const char *thing);
char *show_size(uint64_t bytes);
char *show_duration(uint64_t milliseconds);

#endif
