/* printable.h - text of others, made printable for a terminal. Names, messages and words come from programs and traces that somebody
 * else wrote, and a terminal obeys control characters: they are shown as \x1b instead, and so is what is no UTF-8. */
#ifndef MZ_TOOL_CLI_PRINTABLE_H
#define MZ_TOOL_CLI_PRINTABLE_H

#include <stdio.h>

#include "tool/cli/colour.h"

/* One line: nothing in it begins another. A new string. */
char *printable(const char *text);

/* Several lines, made by us, of which parts are from others: newlines and our own colours stay. */
void print_lines(const char *text, FILE *out, const struct colours *colours);

/* Likewise, with its lines. */
char *printable_lines(const char *text);

#endif
