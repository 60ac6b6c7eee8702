/* hunt_report.h - the report of a hunt, in words and as JSON. */
#ifndef MZ_APPS_HUNT_HUNT_REPORT_H
#define MZ_APPS_HUNT_HUNT_REPORT_H

#include <stdio.h>

#include "apps/hunt/hunt_search.h"

/* Number of times that the program fails by itself; runs 0: not asked. */
struct hunt_native {
    uint64_t runs, failed;
};

FILE *hunt_text(const struct hunt_settings *s); /* stderr where JSON goes to stdout */

/* The wire is that of hunt_explain(). */
void hunt_report_bug(const struct hunt_machine *m, const struct hunt_finding *f, const struct hunt_statistics *s,
                     const struct hunt_native *native, const struct hunt_raced *raced, const char *trace);
void hunt_report_nothing(const struct hunt_machine *m, const struct hunt_statistics *s, const struct hunt_native *native);

#endif
