/* diff_report.h - the report of `mazurka diff`: fragments, pairs, what was left out, the verdict; as text and as JSON. */
#ifndef MZ_TOOL_DIFF_REPORT_H
#define MZ_TOOL_DIFF_REPORT_H

#include <stdio.h>

#include "apps/diff/pair_runs.h"

struct diff_result {
    const char     *compared;   /* "the work tree with HEAD"; NULL: fragments were named */
    struct subject *subjects;
    size_t          count;
    bool            interrupted;
    double          seconds;
};

enum diff_verdict { DIFF_NOTHING, DIFF_VERIFIED, DIFF_BUG, DIFF_COVERED, DIFF_UNKNOWN, DIFF_ERROR };

/* The verdict, with its line: a new string. */
enum diff_verdict diff_judge(const struct diff_result *r, char **line);
int diff_exit_code(enum diff_verdict verdict);

/* Is nothing left for pairs to tell: was all of the program explored, or a bug found that is new? */
bool diff_is_decided(const struct subject *s);

/* Whether the older version has this bug; NULL: it was not looked for. */
char *diff_older_sentence(const struct subject *s, const char *headline);

/* Before anything is explored: fragments, and who executes them. After: the whole program, pairs, what was left out. */
void diff_print_fragments(const struct subject *s, FILE *out);
void diff_print_whole(const struct subject *s, FILE *out);
void diff_print_pairs(const struct subject *s, FILE *out);
void diff_print_left_out(const struct subject *s, FILE *out);
/* Changes that are in the programs of none of the targets. */
void diff_print_foreign(const struct diff_result *r, FILE *out);

int diff_write_json(const struct diff_result *r, const char *path);

#endif
