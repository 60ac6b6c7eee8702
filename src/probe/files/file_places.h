/* file_places.h - the meaning of a path for the program: what the disk has there, and what the search has made of it
 * (kept_files.h). Engine only. */
#ifndef MZ_PROBE_FILES_FILE_PLACES_H
#define MZ_PROBE_FILES_FILE_PLACES_H

#include <stddef.h>

#include "probe/files/kept_files.h"
#include "world/setup/inherited.h"

/* Filled in by place_look, but for the first three. */
struct place {
    int         directory, flags; /* O_NOFOLLOW, O_DIRECTORY */
    const char *path;
    const char *refused;   /* why, if it is */
    uint64_t    name;      /* its directory and last part; 0: it has no last part */
    uint64_t    file;      /* what stands for it in states; 0: nothing is there */
    bool        process;   /* the path is one of /proc that tells of a process */
    struct file_kind kind; /* of what is on the disk */
};

/* Negative: an error, of the directory. place_find tells that it was asked about (contents_opened), too. */
long place_look(struct place *p);
long place_find(struct place *p);

/* A number for a path, or a part of one. */
uint64_t path_number(const char *s, size_t size);

/* Open it as the kernel has it. */
long place_open(const struct place *p, int flags);

/* May files be made, renamed and removed there? Negative: an error. */
long place_may_change(const struct place *p);

/* Is it one, of those that were looked at? */
bool file_is_directory(uint64_t file);

/* Is the file written, by what goes nowhere but into reports? By anybody? */
bool file_is_captured(uint64_t file);
bool descriptor_is_written(uint64_t file);

/* Note that it is captured. False: there are too many. */
bool file_capture(uint64_t file);

/* Permissions of a file that is written have changed: it is not to be opened again. False: there are too many. */
bool descriptor_rights_changed(uint64_t file);
bool file_has_other_rights(uint64_t file);

#endif
