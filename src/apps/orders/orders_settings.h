/* orders_settings.h - what the user asked of `mazurka orders`. */
#ifndef MZ_APPS_ORDERS_ORDERS_SETTINGS_H
#define MZ_APPS_ORDERS_ORDERS_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "tool/cli/util.h"

struct orders_settings {
    struct strings words;     /* for the compiler, if there are sources */
    const char    *program;   /* else the program; in the end its path */
    const char    *name;      /* for people */
    struct strings arguments; /* of the program */
    struct strings check;     /* options of `mazurka check` */
    const char    *cc;
    uint64_t       time_ms;   /* for everything; 0: no limit */
    const char    *keep;      /* places, separated by commas */
    const char    *format;
    bool           mutate, quiet;
};

#endif
