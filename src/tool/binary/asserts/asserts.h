/* asserts.h - the asserts of a program: where they are in its machine code, and what became of them.
 *
 * An assert that is compiled in is a call of __assert_fail. Where the code was not optimized it was reached if any instruction was
 * that begins its line; otherwise only that is known whether the function was entered. Of asserts in headers of the system and in shared
 * libraries nothing is said.
 */
#ifndef MZ_TOOL_BINARY_ASSERTS_ASSERTS_H
#define MZ_TOOL_BINARY_ASSERTS_ASSERTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ASSERTS_MOST = 8192 }; /* spots, of which is to be known whether they are reached */

struct assert_site {
    const char *file;
    int         line;
    bool        unknown; /* whether it was reached cannot be told */
};

/* Spot and site: if that spot is reached, so is that site. */
struct assert_link {
    size_t spot, site;
};

struct asserts {
    struct assert_site *sites;
    size_t    site_count;
    uint64_t *spots;      /* addresses in the program's file, each once */
    size_t    spot_count;
    struct assert_link *links;
    size_t    link_count;
    uint64_t *calls;      /* of __assert_fail */
    size_t    call_count;
};

/* Asserts of a program; the same answer for the same path. */
const struct asserts *asserts_of(const char *program);

/* "2 of 3 asserts were never reached (f.c:12, f.c:20)", by a search; NULL: all were, or it is not known. */
struct wire;
char *asserts_never_reached(const struct asserts *asserts, const struct wire *search);

/* asserts_left_out.c: "no assert of f.c is in the code (NDEBUG?)", of the first source of which that can be said; NULL: of none. */
char *asserts_left_out(const char *program);

#endif
