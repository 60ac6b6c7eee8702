/* variable_names.h - the variable that an address belongs to (model/variable.h): by what the tool tells of the
 * program's globals, and by who has allocated the blocks of the heap. */
#ifndef MZ_WORLD_VARIABLE_NAMES_H
#define MZ_WORLD_VARIABLE_NAMES_H

#include <stdbool.h>

#include "model/variable.h"
#include "wire/wire.h"

/* For a search that goes by variables: before set-up begins, when the program's objects are known. False: no memory. */
bool variable_names_prepare(const struct wire *wire);

/* Variables that the search has left get the call stacks of their allocations. */
void variable_names_export(struct wire *wire);

void variable_names_find(uint64_t addr, bool lock, struct variable_id *out);

#endif
