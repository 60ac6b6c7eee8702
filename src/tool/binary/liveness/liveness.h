/* liveness.h - dead values: what the tool's analysis of a program's machine code finds.
 *
 * For every call in instrumented code it tells which callee-saved registers and bytes of the frame are not read again, and
 * for every function what its frame holds when it is entered. wire/liveness_table.h has the layout of the result. function.h says
 * how it is found; image.h reads the file. x86_64 and aarch64, whichever the tool itself runs on.
 */
#ifndef MZ_TOOL_BINARY_LIVENESS_LIVENESS_H
#define MZ_TOOL_BINARY_LIVENESS_LIVENESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "wire/liveness_table.h"

struct liveness_skipped {
    const char *function;
    const char *reason;
    uint32_t    calls, hooks;
};

struct liveness {
    struct liveness_header *table; /* with its arrays behind it: `size` bytes */
    size_t size;
    struct liveness_skipped *skipped; /* functions that were left alone; only from liveness_analyse */
    size_t skipped_count;
};

/* Analyse the file. False with a sentence in *why if it cannot be read. */
bool liveness_analyse(const char *path, struct liveness *result, char **why);

/* The same, from the cache where it was analysed before: $XDG_CACHE_HOME/mazurka/liveness. */
bool liveness_table(const char *path, struct liveness *result, char **why);

/* Does a file without hooks perhaps read floating-point exceptions by instructions of its own? */
bool liveness_may_read_flags(const char *path);

/* Is this a table, with arrays that lie inside of it? */
bool liveness_is_sound(const void *table, size_t size);

/* Print what is dead behind each call in the functions called `name`; returns how many there are. */
size_t liveness_explain(const char *path, const char *name, FILE *out, char **why);

#endif
