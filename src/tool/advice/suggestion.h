/* suggestion.h - memory orders that, made stronger, mend a bug of weak memory (--suggest). */
#ifndef MZ_TOOL_ADVICE_SUGGESTION_H
#define MZ_TOOL_ADVICE_SUGGESTION_H

#include "tool/result/result.h"

/* Sets report->fix, where a bug needs a stale read, or is a data race beside weaker atomics: `mazurka orders` looks for it, in a process of
 * its own. */
void suggestion_add(struct report *r);

#endif
