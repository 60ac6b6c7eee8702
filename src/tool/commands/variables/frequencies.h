/* frequencies.h - the frequency profile of Figure 7: how many variables are accessed how often in an execution; as text and as SVG. */
#ifndef MZ_TOOL_COMMANDS_VARIABLES_FREQUENCIES_H
#define MZ_TOOL_COMMANDS_VARIABLES_FREQUENCIES_H

#include "tool/commands/variables/variable_list.h"

enum { FREQUENCIES_BARS = 12 };

/* Bar i counts the variables that are accessed from i * width times on, and less than width times more often. */
struct frequencies {
    uint64_t width;
    unsigned bars;
    bool     open;                        /* the last bar counts all that are accessed more often, too */
    uint64_t variables[FREQUENCIES_BARS];
};

/* Bars of a width of 1, 2 or 5 and zeros, as narrow as it goes with no more than ten of them, and one more, for nineteen variables of
 * twenty. The others, which are accessed far more often than most, are in the last one. */
struct frequencies frequencies_of(const struct variable_list *list);

void frequencies_text(const struct frequencies *f, FILE *out);

/* A picture by itself, for a light background and for a dark one. 0, or -1 with errno set. "-" is stdout. */
int frequencies_svg(const struct frequencies *f, const char *program, const char *path);

#endif
