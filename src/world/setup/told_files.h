/* told_files.h - files that the program has read, or has asked about, told to the tool (wire.h): should one change, what was found out
 * is true of another program. Engine only. */
#ifndef MZ_WORLD_SETUP_TOLD_FILES_H
#define MZ_WORLD_SETUP_TOLD_FILES_H

#include "wire/wire.h"

/* Its content was read, by a descriptor of the kernel's. */
void told_files_read(struct wire *wire, int kernel_fd);

/* The program tries to open it, or asks about it: where that is to be known, for --checkpoint, --mpi and --inputs. */
void told_files_asked(struct wire *wire, int directory, const char *path);

#endif
