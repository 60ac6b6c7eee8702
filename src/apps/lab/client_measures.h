/* client_measures.h - what was measured of clients of data structures, as section 5 of the paper on S-POR looks at it: clients by classes,
 * and an algorithm with several orders of threads, of which the average and the least count. */
#ifndef MZ_APPS_LAB_CLIENT_MEASURES_H
#define MZ_APPS_LAB_CLIENT_MEASURES_H

#include "apps/lab/study_tables.h"

/* Of a client: all runs of some configurations. */
struct effort {
    size_t runs, ended; /* ended: an error was found, or everything explored */
    double states, least_states, seconds, least_seconds; /* on average; at least */
};

/* The configurations whose names are `name`, or NAME-seq-... for "NAME-seq". */
struct effort effort_of(const struct study_results *r, size_t program, const char *name);
bool effort_is_whole(const struct effort *e); /* there are runs, and all have come to their end */

/* What comes behind the last _ in the name of its section: few, many; all, half, one, none. NULL: the program is no client. */
const char *class_of_client(const struct study_results *r, size_t program);
/* Of all clients, each once, in the order of the study. */
struct strings client_classes(const struct study_results *r);

/* Algorithms with several orders: those that have configurations NAME-seq-... and NAME-random. */
struct strings ordered_algorithms(const struct study_results *r);

#endif
