/* words.h - for the commands that look at states as words: a search to get them from, and names for their places. */
#ifndef MZ_TOOL_WORDS_H
#define MZ_TOOL_WORDS_H

#include "tool/launch.h"
#include "tool/naming.h"

/* Search the program; what the config asks for besides is in the wire afterwards. Does not return if there was no search. */
void words_search(struct launch *l, const char *program, char *const *argv, struct wire_config config);

/* "worker: rbx", "worker: frame, sp+16", "counter". */
char *name_word(const struct naming *n, const struct wire_word *word);

#endif
