/* looks.h - examinations of `mazurka doctor`: a row each, in the order in which they are told. */
#ifndef MZ_APPS_DOCTOR_LOOKS_H
#define MZ_APPS_DOCTOR_LOOKS_H

#include <stdbool.h>

enum look_state { LOOK_OK, LOOK_MISSING, LOOK_FAILS };

/* Result of an examination. */
struct seen {
    enum look_state state;
    char *text; /* of what is there; of what fails, why */
};

struct look {
    const char *name;
    bool        needed;   /* by every check; else it is for what `use` says */
    const char *use;
    const char *way;      /* how to get it */
    struct seen (*look)(const char *argument);
    const char *argument; /* a command, a file, a word */
};

extern const struct look looks[]; /* ends with a row without name */

#endif
