/* suppressed_places.h - names of places in the program, by which findings are suppressed (suppressions.h). */
#ifndef MZ_TOOL_RUN_SUPPRESSED_PLACES_H
#define MZ_TOOL_RUN_SUPPRESSED_PLACES_H

#include "model/fault.h"
#include "tool/binary/symbols/symbols.h"
#include "tool/cli/suppressions.h"

/* Names that are empty are left out. */
void name_add(struct strings *names, const char *name);

/* The names of a place, its function's and its file's, are added to a list; those of a call, unless the runtime makes it. */
void place_names_add(struct strings *names, const struct place *place);
void call_names_add(struct strings *names, struct symbols *symbols, uint64_t pc);

/* Is one of these names meant? */
bool suppression_matches_one(const struct suppression *s, const struct strings *names);

/* Is a finding, of which no more is known than its places, suppressed by their names? */
bool suppressed_by_place(const struct suppressions *s, struct symbols *symbols, const struct fault *fault);

#endif
