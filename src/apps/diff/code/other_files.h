/* other_files.h - changed files that have no lines which could be taken to code: may the program depend on them? */
#ifndef MZ_APPS_DIFF_CODE_OTHER_FILES_H
#define MZ_APPS_DIFF_CODE_OTHER_FILES_H

#include "apps/diff/code/hunks.h"
#include "apps/diff/code/sides.h"

/* A sentence on what may depend on the file (a new string); NULL: nothing does. */
char *other_file_sentence(const struct sides *sides, const struct changed_file *change, const char *shown);

#endif
