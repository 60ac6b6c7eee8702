/* temporary.h - temporary files: in set-up they are the kernel's, in the search the model's (private_files.h). libc takes their names from
 * a clock, here they are the same each time. */
#ifndef MZ_PROBE_FILES_TEMPORARY_H
#define MZ_PROBE_FILES_TEMPORARY_H

#include <stdint.h>

enum temporary { TEMPORARY_FILE, TEMPORARY_DIRECTORY };

/* What mkstemp and its kin, or mkdtemp, do in set-up, with so many letters behind the place of those that are chosen. */
uint64_t temporary_make(enum temporary what, char *template, int suffix, int flags);

/* tmpfile in the search: the descriptor, which belongs to a stream; negative: there is none. For a call that returns to pc. */
int temporary_open(uint64_t pc);

#endif
