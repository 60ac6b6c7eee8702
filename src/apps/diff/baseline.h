/* baseline.h - a file that remembers which pairs of which fragments were covered, for which text of the program: they need not be explored
 * again.
 *
 * A pair's key is a digest of the fragment, of the text of all functions that the two threads and the first thread may execute, without
 * comments, of everything that stands outside of functions, of the compiler's options, the program's arguments, and the options of the
 * search. Whatever of this changes makes another pair. Only what was explored to its end is remembered. */
#ifndef MZ_APPS_DIFF_BASELINE_H
#define MZ_APPS_DIFF_BASELINE_H

#include "apps/diff/baseline_file.h"
#include "apps/diff/pair_runs.h"

/* Gives every pair its key, and marks those that are known. `top`: the folder below which texts may change. */
void baseline_apply(struct baseline *b, struct subject *s, const char *top);

/* Adds what is covered now. */
void baseline_add(struct baseline *b, const struct subject *s);

#endif
