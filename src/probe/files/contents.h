/* contents.h - contents of files, read once and kept for the whole search: the search itself reads no file twice.
 * Engine only. */
#ifndef MZ_PROBE_FILES_CONTENTS_H
#define MZ_PROBE_FILES_CONTENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

struct contents {
    uint64_t    file; /* world/setup/inherited.h; 0: none */
    const char *bytes;
    uint64_t    size;
    const char *name; /* as the program gave it, or NULL */
    struct stat status;
    bool        has_status;
};

/* Contents of a file that was read before, or has a name; NULL if not. */
const struct contents *contents_of(uint64_t file);

/* Read from a descriptor of the kernel's, unless that was done. NULL: the system refuses. */
const struct contents *contents_read(uint64_t file, int kernel_fd);

/* A text that stands for what the kernel would say, and stays where it is. NULL: there is no room. */
const struct contents *contents_give(uint64_t file, const char *text);

/* Status of the file by the kernel, asked by a descriptor of the kernel's unless that was done. NULL: the system
 * refuses. */
const struct stat *contents_status(uint64_t file, int kernel_fd);

/* The program tries to open it, or asks whether it is there: what is finished later (--checkpoint) is true as long as it is as it is. */
void contents_opened(int directory, const char *path);

/* Keep the name, for reports. */
void contents_name(uint64_t file, const char *name);

#endif
