/* search.h - a whole search, for its host: the runtime inside the checked program, or a test. The thing explored is any lts.
 *
 *     static struct engine engine;                        // kept from one search to the next
 *     if (engine_open(&engine)) ...
 *     const char *why = search_refusal(&config);          // NULL, or a sentence: this combination would be unsound
 *     verdict = search_run(&engine, &config, &report);
 */
#ifndef MZ_SEARCH_SEARCH_H
#define MZ_SEARCH_SEARCH_H

#include "search/config_from_wire.h"
#include "search/engine/engine_state.h"
#include "search/engine/parts.h"
#include "search/refusal.h"

enum wire_verdict search_run(struct engine *e, const struct search_config *c, struct search_report *r);

#endif
