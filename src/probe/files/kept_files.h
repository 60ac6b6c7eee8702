/* kept_files.h - files whose contents are the model's, part of states and rewound: all that the program reads and writes in the search
 * (descriptors.h). One that is on the disk is copied from there when it is first opened to be written, and stands for it from then on,
 * for all of its descriptors; the disk stays as it is.
 *
 * Names are kept beside the files: what the search has made, renamed or removed is there, or gone, whatever the disk says. A name is a
 * number that its directory and its last part make (file_places.h). A file is there as long as it has a name or a descriptor.
 *
 * Engine only, but for kept_now(). */
#ifndef MZ_PROBE_FILES_KEPT_FILES_H
#define MZ_PROBE_FILES_KEPT_FILES_H

#include "probe/files/contents.h"
#include "probe/files/kept_windows.h"

enum { KEPT_FILES = 32, KEPT_BYTES = 256 << 10, KEPT_NAMES = 64 };

struct kept_file {
    uint64_t number; /* of the file on the disk (odd), or one of its own; 0: this place is free */
    uint64_t links;  /* names */
    uint64_t size;
    uint64_t mode;   /* permissions, of one that the search has made */
    uint64_t called; /* what reports call it: the number for contents_name() */
};

/* The file with that number, if it is kept; NULL if not. */
struct kept_file *kept_now(uint64_t number);

/* Of the file whose record lies there; 0: none does. */
uint64_t kept_number_at(uint64_t addr);

/* A new one, empty, with so many names; number 0: it gets one. NULL: there are too many. */
struct kept_file *kept_make(uint64_t number, uint64_t links, uint64_t mode, uint64_t called);
bool              kept_has_room(void);

/* Is any file kept, or any name another one than on the disk? */
bool kept_any(void);

/* Nobody has it open any more, or it has lost a name; `open`: somebody has it open. */
void kept_settle(struct kept_file *f, bool open);

/* The file that a name stands for in the search; KEPT_GONE: none, though the disk may have one; 0: what the disk has. */
enum { KEPT_GONE = 1 };
uint64_t kept_named(uint64_t name);
bool     kept_has_names(void);

/* From now on it stands for that (a file's number, or KEPT_GONE). False: there are too many names. */
bool kept_name(uint64_t name, uint64_t file);

/* Contents, valid until the next call. */
const struct contents *kept_contents(const struct kept_file *f);

/* What a new one holds: there is room. */
void kept_fill(struct kept_file *f, const char *bytes, uint64_t count);

/* False: there is no room, or maps forbid it: one that is mapped cannot be cut, nor written if that is a private one, or of set-up. */
bool kept_write(struct kept_file *f, uint64_t at, const char *bytes, uint64_t count);
bool kept_resize(struct kept_file *f, uint64_t size);

/* It is mapped there, or no longer. False: part of it is mapped already, or there are too many windows. */
bool kept_map(struct kept_file *f, struct window w);
void kept_unmap(struct kept_file *f, const struct window *w);

#endif
