/* temporary.h - names of temporary files: libc takes them from a clock, here they are the same each time. */
#ifndef MZ_PROBE_FILES_TEMPORARY_H
#define MZ_PROBE_FILES_TEMPORARY_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Is it one of mkstemp's kin? `name` is a constant. */
static inline bool temporary_is(const char *name)
{
    return strcmp(name, "mkstemp") == 0 || strcmp(name, "mkstemp64") == 0 || strcmp(name, "mkostemp") == 0 ||
           strcmp(name, "mkostemp64") == 0 || strcmp(name, "mkstemps") == 0 || strcmp(name, "mkdtemp") == 0;
}

/* What it does, in set-up: its arguments and its result. */
uint64_t temporary_make(const char *name, char *template, uint64_t second);

#endif
