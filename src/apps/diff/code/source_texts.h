/* source_texts.h - the files of C and C++ of one version, read once: their code, and what they include. */
#ifndef MZ_APPS_DIFF_CODE_SOURCE_TEXTS_H
#define MZ_APPS_DIFF_CODE_SOURCE_TEXTS_H

#include "apps/diff/code/code_text.h"
#include "tool/cli/util.h"

struct source_text {
    const char      *path; /* from the top of the tree */
    struct code_text code;
    struct strings   includes, quoted; /* names without folders: in all #includes, and in those with quotes */
};

struct source_texts {
    struct source_text *at;
    size_t              count;
};

/* Is it a file of C or C++, by its name? */
bool is_source_name(const char *path);

/* Reads those of `paths` that are files of C and C++ by their names. */
struct source_texts source_texts_read(const char *top, const struct strings *paths);

#endif
