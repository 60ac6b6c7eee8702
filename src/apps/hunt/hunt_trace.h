/* hunt_trace.h - .mzh files: a schedule that failed, with what is needed to run it again. Text, a fact a line
 * (docs/design/trace-format.md). */
#ifndef MZ_APPS_HUNT_HUNT_TRACE_H
#define MZ_APPS_HUNT_HUNT_TRACE_H

#include "apps/hunt/hunt_search.h"

bool hunt_trace_is(const char *path); /* by its first line */
void hunt_trace_write(const char *path, const struct hunt_machine *m, const struct hunt_finding *f);

/* Fills in the settings' program, or what it is compiled of, and arguments. Dies if it cannot be read, or is damaged. */
void hunt_trace_read(const char *path, struct hunt_settings *s, struct hunt_finding *f, int *expected_status, uint64_t *digest);

#endif
