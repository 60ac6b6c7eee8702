/* report.h - the ways to write the result of a check: text and a page for people, JSON and more for programs.
 *
 * What goes to stdout is the same for the same options: times and rates are for stderr and JSON only.
 */
#ifndef MZ_TOOL_REPORT_REPORT_H
#define MZ_TOOL_REPORT_REPORT_H

#include <stdio.h>

#include "tool/cli/colour.h"
#include "tool/result/result.h"

/* For stdout. */
void report_text(const struct report *report, FILE *out, const struct colours *colours);
/* One interleaving: threads, steps, deadlock. `most` is the number of lines shown; 0: all. */
void report_interleaving(const struct finding *finding, uint64_t most, FILE *out, const struct colours *colours);
/* One line for stderr. */
void report_summary(const struct report *report, FILE *out);

/* Writes JSON to a file, or to stdout for "-". 0, or -1 with errno set. docs/use/json.md describes it. */
int report_json(const struct report *report, const char *path);

/* The same for continuous integration, code hosts and editors: JUnit XML, SARIF; and the lines of --format (docs/use/formats.md). */
int  report_junit(const struct report *report, const char *path);
int  report_sarif(const struct report *report, const char *path);
int  report_html(const struct report *report, const char *path); /* one page for a browser */
int  report_dot(const struct report *report, const char *path);  /* the graph that was explored */
int  report_witness(const struct report *report, const char *path); /* of SV-COMP; 0 as well if the bug cannot be one: that is said */
void report_lines(const struct report *report, FILE *out);

#endif
