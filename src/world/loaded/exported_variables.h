/* exported_variables.h - variables of the program that libraries without hooks use by their names.
 *
 * A library that names a variable of the program's, or one of its own that the linker has copied into the program (environ, optind),
 * finds it through a table that is not written after loading, and so is not among its data.
 */
#ifndef MZ_WORLD_LOADED_EXPORTED_VARIABLES_H
#define MZ_WORLD_LOADED_EXPORTED_VARIABLES_H

#include <link.h>
#include <stdbool.h>
#include <stdint.h>

/* A library; of_c: it is the C library. After the program's data are known. False: there are too many. */
bool exported_variables_add(const struct dl_phdr_info *library, bool of_c);

/* Variables that the C library uses, or all others. */
void exported_variables_each(bool of_c, void (*each)(uint64_t lo, uint64_t hi, void *data), void *data);

#endif
