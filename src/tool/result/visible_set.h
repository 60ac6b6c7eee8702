/* visible_set.h - --visible-to=FILE and --visible-from=FILE: which memory a search has found to be shared, to begin another search of
 * the same program with, so that numbers of states can be compared. docs/design/searches/visible-set.md has the format.
 *
 * A set that is given is where a search begins, its walks included. It is no limit: what proves to be shared and is not in the set is
 * made visible as always, and a note says so. */
#ifndef MZ_TOOL_RESULT_VISIBLE_SET_H
#define MZ_TOOL_RESULT_VISIBLE_SET_H

#include "tool/result/result.h"
#include "tool/run/visible_list.h"

/* Reads it for this program. Dies with a sentence if it is of another program, or no such file. */
struct range_list visible_set_read(const char *path, const char *program);

/* After the search: was the program loaded as it was then? Dies if not. A note if more proved to be shared. */
void visible_set_compare(struct report *r);

/* Before the search, so that a file that cannot be written is refused then; and after it. False: it could not be written. */
void visible_set_open(const char *path);
bool visible_set_write(const struct report *r);

#endif
