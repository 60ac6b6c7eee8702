/* standard_client.h - the client that all data structures of the suite come with: three threads with four calls each.
 *
 * Of the eight calls that change something, four have an even key and one has a multiple of five: BUGGY=1, 2, 5 and 1000 make all of
 * them, half, one and none take the way with the bug. With fewer threads and calls it is the beginning of that; there is a fourth thread
 * for those who want more than can be explored. Who includes this defines THREADS and CALLS. */
#ifndef STANDARD_CLIENT_H
#define STANDARD_CLIENT_H

#include "linearizable.h"

static inline void standard_client(const struct subject *subject)
{
    static const struct sequence before = {1, {{ADD, 9}}};
    static const struct sequence thread[] = {
        {CALLS, {{ADD, 2}, {CONTAINS, 2}, {REMOVE, 2}, {ADD, 3}}},
        {CALLS, {{ADD, 5}, {CONTAINS, 5}, {ADD, 4}, {CONTAINS, 4}}},
        {CALLS, {{ADD, 1}, {CONTAINS, 1}, {REMOVE, 1}, {ADD, 6}}},
        {CALLS, {{ADD, 7}, {CONTAINS, 7}, {REMOVE, 7}, {ADD, 8}}},
    };
    client_run(subject, &before, thread, THREADS);
}

#endif
