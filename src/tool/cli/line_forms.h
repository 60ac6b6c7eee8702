/* line_forms.h - the ways to print findings on stdout, one a row: the word of --format, and what help says of it. What prints is put_WORD
 * and put_WORD_verdict (tool/report/report_lines.c). */
#ifndef MZ_TOOL_CLI_LINE_FORMS_H
#define MZ_TOOL_CLI_LINE_FORMS_H

#define LINE_FORMS(FORM)                                                     \
    FORM(short, "as file:line: error: ..., which editors jump to")           \
    FORM(github, "as annotations of a GitHub workflow")

#endif
