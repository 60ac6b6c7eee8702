/* program_map.h - the machine code of a program, as far as threads interact there: calls with the lines they stand in, which function
 * calls which, which functions are called through pointers.
 *
 * A *site* is a call: of a hook (an access to memory that others may share), of something that synchronizes, of another function.
 * Addresses are those in the program's file. */
#ifndef MZ_APPS_DIFF_PROGRAM_MAP_H
#define MZ_APPS_DIFF_PROGRAM_MAP_H

#include "tool/binary/liveness/image.h"
#include "tool/binary/symbols/symbols.h"

enum site_kind {
    SITE_QUIET,    /* no other thread can notice: entry of a function, a failed assertion */
    SITE_ACCESS,   /* the hook of an access, or of an atomic */
    SITE_LOCK,
    SITE_UNLOCK,
    SITE_SYNC,     /* wait, signal, create, join, semaphores, … */
    SITE_LIBRARY,  /* any other function of another file: it may read and write what it is given */
    SITE_CALL,     /* a function of the program: `callee` */
    SITE_INDIRECT, /* through a pointer */
};

struct site {
    uint64_t       pc;
    enum site_kind kind;
    size_t         function;   /* in which: an index */
    size_t         callee;     /* of SITE_CALL: an index */
    const char    *name;       /* of what is called, or NULL */
    const char    *file;       /* NULL: unknown */
    unsigned       line;
};

struct mapped_function {
    uint64_t    start, end;
    const char *name;
    size_t      first_site, sites;
    bool        address_taken;
    bool        calls_pointers;  /* or hands a function to a library that calls it */
    bool        interacts;       /* it, or a function that it calls, has a site that is not quiet */
    int         net;             /* 1: it only takes locks; -1: it only releases them; 0: neither, or both */
};

struct program_map {
    struct image   *image;
    struct symbols *symbols;
    struct site    *sites;       /* by address */
    size_t          site_count;
    struct mapped_function *functions; /* by address */
    size_t          function_count;
};

/* NULL with a sentence in *why: the file cannot be read, or has no debug information. */
struct program_map *program_map_open(const char *program, char **why);

/* The function around an address: an index, or SIZE_MAX. */
size_t program_map_function(const struct program_map *map, uint64_t pc);

/* Change of the number of locks that are held, by a site: 1, -1 or 0. */
int program_map_lock_step(const struct program_map *map, const struct site *site);

/* Is the site one that another thread may notice? */
bool program_map_interacts(const struct program_map *map, const struct site *site);

/* Marks, in `reached` (function_count bytes), what a thread that begins with the function at `start` may execute; an address outside of
 * the program's file is taken for a function that calls others through pointers. */
void program_map_reach(const struct program_map *map, uint64_t start, bool *reached);

#endif
