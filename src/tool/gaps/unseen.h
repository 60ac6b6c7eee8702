/* unseen.h - parts of the program whose accesses to memory have no hooks, in sentences for a user. */
#ifndef MZ_TOOL_GAPS_UNSEEN_H
#define MZ_TOOL_GAPS_UNSEEN_H

#include "tool/util.h"
#include "wire/wire.h"

/* In the program, and in libraries that have hooks, all accesses should be seen. Many places of one kind are one sentence, which
 * counts them; `whole` becomes the list of all places. */
struct strings unseen_notes(const struct wire *wire, struct strings *whole);

#endif
