/* witness_content.h - the content of a violation witness of SV-COMP: where the execution passes, thread by thread, up
 * to the violation.
 *
 * Format 2.2, in which waypoints have a thread: 0 is the first one, k the one that the k-th pthread_create of the witness makes. A waypoint
 * lies in front of a statement, so steps within one statement are not told apart, and what it says of an interleaving is true of it but
 * mostly not all. */
#ifndef MZ_TOOL_REPORT_WITNESS_CONTENT_H
#define MZ_TOOL_REPORT_WITNESS_CONTENT_H

#include "tool/result/result.h"

struct waypoint {
    const char  *type;       /* function_enter, function_return, assumption, target */
    char        *constraint; /* NULL: none */
    struct place place;
    unsigned     thread;     /* as the witness counts them */
    bool         with_last;  /* in one segment with the one before it */
};

struct witness_content {
    struct waypoint *at;
    size_t           count, capacity;
};

/* The property that is violated, as SV-COMP has it. NULL: it has none for that, and *why is a sentence. */
char *witness_specification(const struct finding *f, char **why);

/* Ends with the target. Places without a file or line are left out; *why if the target is one. */
struct witness_content witness_content(const struct finding *f, char **why);

#endif
