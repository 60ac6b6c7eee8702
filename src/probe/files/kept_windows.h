/* kept_windows.h - where files that are kept are mapped. Of a file that is mapped to be shared, each page that is mapped lies there and
 * nowhere else (kept_files.c): so what threads store there is read from the file, and what is written to the file is loaded from there. No
 * page is mapped twice so. A private window is a copy. Engine only. */
#ifndef MZ_PROBE_FILES_KEPT_WINDOWS_H
#define MZ_PROBE_FILES_KEPT_WINDOWS_H

#include <stdbool.h>
#include <stdint.h>

enum { WINDOWS = 16 };

struct window {
    uint64_t file; /* its number; 0: this place is free */
    uint64_t lo, size;
    uint64_t offset; /* in the file */
    uint64_t access; /* enum block_access of those pages that are there */
    uint64_t shared;
};

/* The shared one that this byte of the file lies in; NULL: none. */
const struct window *window_of(uint64_t file, uint64_t at);

/* Any window of the file: a shared one, or a private one. */
bool window_any(uint64_t file, bool shared);

/* The shared ones of a file lie in [*lo, *hi). False: there is none. */
bool window_span(uint64_t file, uint64_t *lo, uint64_t *hi);

/* One that has a byte of the range; NULL: none. */
const struct window *window_at(uint64_t lo, uint64_t size);

/* Of a file of `size` bytes: which of its pages are there. False: there are too many windows, or pieces of memory. */
bool window_open(struct window w, uint64_t size);
void window_close(uint64_t lo);

/* The file has grown: its new pages are there. False: somebody has stored behind its old end, or there are too many pieces. */
bool windows_grow(uint64_t file, uint64_t old, uint64_t size);

#endif
