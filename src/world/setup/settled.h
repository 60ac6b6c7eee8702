/* settled.h - answers of the kernel to set-up that would differ from run to run, as they are the same in each: times since the run began,
 * numbers of files that are in the store, random bytes. */
#ifndef MZ_WORLD_SETUP_SETTLED_H
#define MZ_WORLD_SETUP_SETTLED_H

#include <stdint.h>
#include <sys/stat.h>

/* Times from here on are one. */
void settle_begin(void);

/* Status, by the kernel, of the file that is in this place; "": it has no path. */
void settle_stat(struct stat *s, const char *place);
void settle_statx(struct statx *s, const char *place);

/* So many bytes, as getrandom: that is what libc draws for itself, for names of temporary files. */
long settle_random(char *to, long count, uint64_t entropy);

#endif
