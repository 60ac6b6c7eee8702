/* options.h - command-line options from a table: one row gives name, argument, help and where the value goes, what it is at first,
 * and what it is called in trace files and in JSON.
 *
 * A command has a struct of settings and a table that ends with a row of zeros. The same table is used to parse, to print --help, and to
 * write and read settings elsewhere, so that an option cannot exist in one and not in the other.
 */
#ifndef MZ_TOOL_CLI_OPTIONS_H
#define MZ_TOOL_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tool/cli/util.h"

enum option_kind {
    OPTION_HEADING,  /* no option: `help` is a heading in the list */
    OPTION_FLAG,     /* bool: set */
    OPTION_CLEAR,    /* bool: cleared; it is set at first */
    OPTION_TEXT,     /* const char * */
    OPTION_TEXT_OR_FLAG, /* likewise, but the value may be missing: then it is empty */
    OPTION_WORD,     /* const char *: one of the words in `argument`, separated by | */
    OPTION_CHOICE,   /* a number: which of these words it is, in the order of `words` */
    OPTION_CHOICE_OR_FLAG, /* likewise, but the value may be missing: then it is the first word of `argument` */
    OPTION_COUNT,    /* a number: 1000, 10k, 2M */
    OPTION_SIZE,     /* a number of bytes: 4096, 64K, 2G, 512MiB */
    OPTION_DURATION, /* a number of milliseconds: 10, 10s, 1.5s, 500ms, 5m, 2h; off is 0 if `argument` says so */
};

struct option_row {
    const char      *name;     /* without the dashes */
    enum option_kind kind;
    size_t           offset;   /* of the value in the settings */
    size_t           size;     /* of the value: numbers have one, two, four or eight bytes */
    const char      *argument; /* how help writes it: "N", "FILE", "auto|all" */
    const char      *help;
    /* These may be missing: */
    const char      *words;    /* of a choice: that for 0 first, then for 1, ...; NULL: in the order of `argument` */
    const char      *initial;  /* the value without the option, as somebody would write it; NULL: 0, or no text */
    const char      *trace;    /* word in trace files: it decides how a schedule is followed (trace_write.c) */
    const char      *json;     /* key among the settings in JSON (report_json.c) */
    const char      *searches; /* that it is for, and no others: "pct and pctvb"; NULL: for any */
    bool             everyday; /* shown where --help shows those that most people need */
    bool             resumes;  /* may have another value when a search is gone on with (resume.c) */
    bool             described; /* a part of the line that describes a search (search_description) */
    bool             in_series; /* may stand in the lines of --series */
};

/* Members that may be missing come last, by name: OPTION_ROW(struct s, "stack", OPTION_SIZE, stack, "SIZE", "help",
 * .trace = "stack") */
#define OPTION_ROW(type, name_, kind_, member, argument_, help_, ...) \
    {.name = name_, .kind = kind_, .offset = offsetof(type, member), .size = sizeof(((type *)0)->member), .argument = argument_, \
     .help = help_, __VA_ARGS__}
#define OPTION_HEADING_ROW(text) {.kind = OPTION_HEADING, .help = text}
#define OPTION_END {.kind = OPTION_HEADING}

enum { OPTION_NOT_OURS = 0, OPTION_TAKEN = 1, OPTION_WRONG = -1 };

/* Look at argv[*at]. If it is `--name`, `--name=value` or `--name value` of a row, store the value in `settings`, move *at
 * to the last word used and return OPTION_TAKEN. OPTION_NOT_OURS: it does not begin with `--`, or is exactly `--`.
 * OPTION_WRONG: unknown, or its value is wrong; *error is then a sentence. */
int options_parse(const struct option_row *table, void *settings, char **argv, int *at, char **error);

/* The same for -j N and -jN, which are --jobs=N. What is wrong with the number ends the tool with a sentence. */
bool options_parse_jobs(const struct option_row *table, void *settings, char **argv, int *at);

/* Both for a command whose words are either its options or no options at all: false where it is none of them. A mistake ends the tool. */
bool options_take(const struct option_row *table, void *settings, const char *command, char **argv, int *at);

/* Options from a variable of the environment, "name=value:name:name=value"; \: is a colon within a value. Those of the command line,
 * which are read later, win. What is wrong with them ends the tool with a sentence. */
void options_from_environment(const struct option_row *table, void *settings, const char *variable);
void options_words(const struct option_row *table, const char *variable, struct strings *words); /* the same, as on a command line */

size_t options_count(const struct option_row *table);

/* All values as they are without options. */
void options_initial(const struct option_row *table, void *settings);

/* The row of a name that there is. */
const struct option_row *option_find(const struct option_row *table, const char *name);

/* The value of one that is a number, a flag or a choice; what does not fit is the largest that does. */
uint64_t option_number(const struct option_row *row, const void *settings);
void option_set_number(const struct option_row *row, void *settings, uint64_t value);

/* The value of a text or a word. */
const char *option_text(const struct option_row *row, const void *settings);

/* Has it another value than without the option? */
bool option_is_given(const struct option_row *row, const void *settings);

/* The row of `--name`, `--name=value`; NULL: there is none. */
const struct option_row *option_of_word(const struct option_row *table, const char *word);

/* The option as somebody would write it, with the value that it has; a new string. */
char *option_written(const struct option_row *row, const void *settings);

/* Is the option for this search? Those that it is for, where it is not for all: "pct or pctvb", a new string. */
bool option_is_for(const struct option_row *row, const char *search);
char *option_searches(const struct option_row *row);

/* Words of a choice: that for a number, a new string, NULL if there is none; and the other way round, -1 if there is
 * none. */
char *option_word(const struct option_row *row, uint64_t number);
int option_word_number(const struct option_row *row, const char *word);

/* Takes the word if it asks for help: --help, -h, --help=all. Another --help=WORD is a mistake, and ends the tool. */
#define OPTION_HELP_ALL "--help=all"
bool option_take_help(const char *word);

/* The list of options for --help: all (NULL), or some. */
void options_print(const struct option_row *table, bool (*shown)(const struct option_row *row), FILE *out);

/* Values by themselves; return 0, or -1 if `text` is not one. */
int parse_count(const char *text, uint64_t *value);
int parse_duration(const char *text, uint64_t *milliseconds);

/* As people write them: 1,061; 24.0 MiB; 1m 05s. The result is a new string. */
char *show_count(uint64_t value);
/* "1 state", "1,061 states" */
char *show_things(uint64_t count, const char *thing);
char *show_size(uint64_t bytes);
char *show_duration(uint64_t milliseconds);

#endif
