/* gap_list.h - gaps: parts of a file whose accesses to memory have no hooks, and the addresses by which code comes to them.
 *
 * Plain arrays, so that a list is easily kept. A gap counts when one of its spots was reached (world/watch/reached_code.h); one without
 * spots, of which nobody knows how it is come to, counts always.
 */
#ifndef MZ_TOOL_BINARY_UNINSTRUMENTED_GAP_LIST_H
#define MZ_TOOL_BINARY_UNINSTRUMENTED_GAP_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gap {
    const char *says;         /* a sentence, which begins with its place where there is one */
    size_t      first, spots; /* its part of the list of spots */
    bool        in_setup;     /* it counts also where nobody comes to it but set-up */
    bool        bare;         /* its spots are functions without any hooks, which can be treated as those of libraries without hooks */
};

struct gap_spot {
    uint64_t at;  /* address in the file */
    uint64_t end; /* of the function that begins there; 0: none does */
};

struct gap_list {
    struct gap      *at;
    size_t           count;
    struct gap_spot *spots;
    size_t           spot_count;
};

/* A new one, at the end; gap_spot() adds spots to it. */
void gap_add(struct gap_list *list, const char *says);
void gap_spot(struct gap_list *list, uint64_t at, uint64_t end);

/* The last one may also be come to otherwise: it has no spots. */
void gap_is_vague(struct gap_list *list);

/* It is not there. */
void gap_remove(struct gap_list *list);

#endif
