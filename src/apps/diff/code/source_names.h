/* source_names.h - files of C and C++: by their names, and by the names that they include. */
#ifndef MZ_APPS_DIFF_CODE_SOURCE_NAMES_H
#define MZ_APPS_DIFF_CODE_SOURCE_NAMES_H

#include "apps/diff/code/sides.h"
#include "apps/diff/code/source_map.h"

/* Is it a file of C or C++, by its name? */
bool is_source_name(const char *path);

/* May a file that the program has code of include `path`, itself or by way of others? Names without folders decide, so that it may seem so
 * where it does not. */
bool may_be_included(const struct sides *sides, const struct source_map *sources, const char *path);

#endif
