/* temporary.h - temporary files: in set-up they are the kernel's, in the search the model's (kept_files.h). libc takes their names from
 * a clock, here they are the same each time. */
#ifndef MZ_PROBE_FILES_TEMPORARY_H
#define MZ_PROBE_FILES_TEMPORARY_H

#include <stdint.h>

/* mkdtemp in set-up: the template, or NULL and errno. For a call that returns to pc. */
char *temporary_directory(uint64_t pc, char *template);

/* tmpfile in the search: the descriptor, which belongs to a stream; negative: there is none. For a call that returns to pc. */
int temporary_open(uint64_t pc);

#endif
