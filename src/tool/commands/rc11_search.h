/* rc11_search.h - `mazurka check --memory-model=auto`: what sequential consistency has hidden, where there are atomics weaker than
 * seq_cst. */
#ifndef MZ_TOOL_COMMANDS_RC11_SEARCH_H
#define MZ_TOOL_COMMANDS_RC11_SEARCH_H

#include "tool/result/result.h"

/* `report` is that of a search under sequential consistency. Where that was complete and has found nothing the program is searched again
 * under RC11, for thrice as long as the first search took and five seconds at least, or, where auto was written, for as long as --time
 * leaves. A bug that a replay has shown, and a verdict that is no worse, replace the report; otherwise it stands, and a note says what
 * RC11 came to. */
void rc11_search(struct report *report, char *const *argv);

#endif
