/* inclusion.h - files that may be part of a program, by the names that sources include. */
#ifndef MZ_APPS_DIFF_CODE_INCLUSION_H
#define MZ_APPS_DIFF_CODE_INCLUSION_H

#include "apps/diff/code/sides.h"
#include "apps/diff/code/source_map.h"

/* May a file that the program has code of include `path`, itself or by way of others? Names without folders decide, so that it may seem so
 * where it does not. */
bool may_be_included(const struct sides *sides, const struct source_map *sources, const char *path);

#endif
