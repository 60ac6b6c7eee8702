/* scan.h - formats of the scanf family, piece by piece. Engine only. */
#ifndef MZ_PROBE_FILES_SCAN_H
#define MZ_PROBE_FILES_SCAN_H

#include <stdbool.h>
#include <stdint.h>

enum scan_is {
    SCAN_LITERAL,    /* characters that must match, and white space; %% */
    SCAN_NUMBER,     /* an integer, a real number, a pointer */
    SCAN_WORD,       /* %s */
    SCAN_SET,        /* %[ */
    SCAN_CHARACTERS, /* %c */
    SCAN_COUNT,      /* %n */
    SCAN_UNKNOWN,    /* no directive: libc ends there */
    SCAN_WIDE,       /* wide characters */
    SCAN_NUMBERED,   /* %1$d: arguments by their number */
};

struct scan_piece {
    const char  *from, *end;
    const char  *width, *conversion; /* within it */
    unsigned     width_size;
    enum scan_is is;
    char         length;             /* 0, h, l, L, j, z, t; H for hh, q for ll */
    bool         suppressed;         /* %* */
    bool         allocates;          /* %m */
    unsigned     size;               /* of a number */
};

/* The next piece of a format, which is passed over; false: there is none. old: %as allocates, as in GNU C before C99. */
bool scan_next_piece(const char **format, bool old, struct scan_piece *p);

#endif
