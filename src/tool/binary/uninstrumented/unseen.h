/* unseen.h - parts of the program whose accesses to memory have no hooks, in sentences for a user.
 *
 * In the program, and in libraries that have hooks, all accesses should be seen. Where they are not, the runtime tells whether anybody has
 * come there (world/watch/reached_code.h): only then it counts.
 */
#ifndef MZ_TOOL_BINARY_UNINSTRUMENTED_UNSEEN_H
#define MZ_TOOL_BINARY_UNINSTRUMENTED_UNSEEN_H

#include "tool/binary/uninstrumented/gap_list.h"
#include "tool/cli/util.h"
#include "wire/wire.h"

/* The gaps of a file; the same answer for the same path. */
const struct gap_list *unseen_gaps(const char *path);

struct unseen {
    struct strings reached;   /* sentences about gaps that count; many places of one kind are one, which counts them */
    struct strings places;    /* the same, one by one */
    struct strings unreached; /* gaps that nobody has come to, one by one */
};

/* Fate of such places in a search. */
struct unseen unseen_of(const struct wire *wire);

#endif
