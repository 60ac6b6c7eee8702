/* private_files.h - files that nobody but the program can see: temporary ones that it makes in the search (temporary.c), and those that
 * set-up has made and removed while they are open. What they hold is the model's, part of states and rewound, so that they can be written
 * and read. Engine only, but for private_is(). */
#ifndef MZ_PROBE_FILES_PRIVATE_FILES_H
#define MZ_PROBE_FILES_PRIVATE_FILES_H

#include "probe/files/contents.h"

enum { PRIVATE_FILES = 16, PRIVATE_BYTES = 64 << 10 };

/* Numbers of other files are odd (file_number). */
static inline bool private_is(uint64_t file)
{
    return file && file % 2 == 0;
}

/* A new one, open and empty, with a name (the number of the file that would have it) or without: 0. Returns 0 if there are too many. */
uint64_t private_make(uint64_t name);
bool     private_has_room(void);

/* The one with that name; 0: there is none. Has any a name? */
uint64_t private_named(uint64_t name);
bool     private_has_names(void);

/* It is gone when it is neither open nor has a name. */
void private_close(uint64_t file);
void private_remove(uint64_t file);

/* What it holds: valid until the next call. */
const struct contents *private_contents(uint64_t file);

/* False: there is no room. */
bool private_write(uint64_t file, uint64_t at, const char *bytes, uint64_t count);

/* What was taken of it is given to the program later: its number with a mark of these bytes, by which it is found out whether they are
 * there still. Any other file's number is as it was: what it holds does not change. */
uint64_t    private_mark(uint64_t file, uint64_t at, uint64_t count);
const char *private_marked(uint64_t marked, uint64_t at, uint64_t count); /* NULL: they have changed */

#endif
