/* name_words.h - for the commands that look at states as words: a search to get them from, and names for their places. */
#ifndef MZ_TOOL_RUN_NAME_WORDS_H
#define MZ_TOOL_RUN_NAME_WORDS_H

#include "tool/binary/names/naming.h"
#include "tool/run/launch.h"

/* Search the program; what the config asks for besides is in the wire afterwards. Does not return if there was no search. */
void words_search(struct launch *l, const char *program, char *const *argv, struct wire_config config);

/* Compare two states, whose words it sorts: `agree` is asked about those that differ, and is the last to be asked if it says no.
 * Words that are in one list only are zero in the other. */
typedef bool word_agrees(const struct wire_word *word, uint64_t a, uint64_t b, void *data);
bool words_agree(struct wire_word *a, uint64_t a_count, struct wire_word *b, uint64_t b_count, word_agrees *agree, void *data);

/* "worker: rbx", "worker: frame, sp+16", "counter". */
char *name_word(const struct naming *n, const struct wire_word *word);

#endif
