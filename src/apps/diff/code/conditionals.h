/* conditionals.h - parts of a source file between #if, #elif, #else and #endif, and which of them the program was compiled without. */
#ifndef MZ_APPS_DIFF_CODE_CONDITIONALS_H
#define MZ_APPS_DIFF_CODE_CONDITIONALS_H

#include "apps/diff/code/code_text.h"
#include "apps/diff/code/source_map.h"

struct conditionals {
    struct conditional *at;
    size_t  count;
    size_t *around; /* by line: the innermost part that it is in, or that it begins, as an index behind which 1 is added; 0: none */
    size_t  lines;
};

/* `file` is what the program has of it, or NULL: nothing. */
struct conditionals conditionals_of(const struct code_text *t, const struct source_file *file);

/* Is the line in a part that the program has no code of? Parts with declarations alone count as such: who compiled them is not known. */
bool conditionals_hide(const struct conditionals *c, size_t line);

void conditionals_free(struct conditionals *c);

#endif
