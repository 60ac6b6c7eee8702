/* baseline_file.h - the file of a baseline (baseline.h): for each key of a pair, how many states were explored, or that the first thread
 * does not come to the fragment. */
#ifndef MZ_APPS_DIFF_BASELINE_FILE_H
#define MZ_APPS_DIFF_BASELINE_FILE_H

#include <stdint.h>

struct baseline;

enum baseline_entry { BASELINE_NONE, BASELINE_ABSENT, BASELINE_COVERED };

/* NULL: none is kept (`path` is NULL). What is in the file and cannot be read is told, and forgotten. */
struct baseline *baseline_open(const char *path);

/* The entry of a pair; the states of one that is covered are set. An entry that is no number of states is none. */
enum baseline_entry baseline_find(const struct baseline *b, const char *key, uint64_t *states);
void baseline_set(struct baseline *b, const char *key, enum baseline_entry entry, uint64_t states);

/* Writes the file anew, and gives it up. */
void baseline_close(struct baseline *b);

#endif
