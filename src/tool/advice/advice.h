/* advice.h - advice for a search that a limit has stopped. */
#ifndef MZ_TOOL_ADVICE_ADVICE_H
#define MZ_TOOL_ADVICE_ADVICE_H

#include "tool/result/result.h"

/* Adds notes: what most steps of an execution have to do with, and which searches fit. Runs the program once, as an execution without
 * preemptions. Where the search was stopped on a long path, that is replayed, and the verdict says which variable grows on it
 * (growing.h). Nothing is said of a search that came to its end. */
void advice_add(struct report *r);

#endif
