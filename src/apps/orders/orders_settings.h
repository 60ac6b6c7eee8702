/* orders_settings.h - settings of `mazurka orders`. */
#ifndef MZ_APPS_ORDERS_ORDERS_SETTINGS_H
#define MZ_APPS_ORDERS_ORDERS_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "tool/cli/util.h"

/* Orders that RC11 allows, and Arm need not be right with. */
enum buffering { BUFFERING_KEEP, BUFFERING_ALLOW };

struct orders_settings {
    struct strings words;     /* for the compiler, if there are sources */
    struct strings programs;  /* else the programs; in the end their paths */
    struct strings names;     /* likewise, for people */
    struct strings arguments; /* of each program */
    struct strings check;     /* options of `mazurka check` */
    const char    *cc;
    uint64_t       time_ms;   /* for everything; 0: no limit */
    const char    *keep;      /* places, separated by commas */
    unsigned       buffering; /* enum buffering */
    const char    *format;
    const char    *sarif, *html; /* files; NULL: none */
    bool           mutate, quiet;
};

#endif
