/* footprints.h - footprints of functions of the C library: memory reached through their arguments, where that is less
 * than all that pointers lead to.
 *
 * Code without hooks may read whatever it can reach (reach.h). Of these functions it is known to be so many bytes, or a
 * string, and nothing behind it; what else they use lies in the C library's own data (CALLS_GUARDED_STATE in model/call_table.h). What they
 * write is found by comparison, as for all others.
 */
#ifndef MZ_WORLD_OUTSIDE_FOOTPRINTS_H
#define MZ_WORLD_OUTSIDE_FOOTPRINTS_H

#include <stdbool.h>
#include <stdint.h>

enum footprint_kind {
    FOOT_VALUE,   /* no pointer, or one that is not followed */
    FOOT_STRING,  /* to its end */
    FOOT_BYTES,   /* size: so many */
    FOOT_COUNTED, /* size: the number of the argument that says how many */
    FOOT_OBJECT,  /* to the end of the object */
    FOOT_FORMAT,  /* a string with conversions, each of which takes one of the arguments behind it: see footprint_holds() */
    FOOT_ANYWHERE, /* whatever pointers lead to: of the first argument, and so of all of them */
};

enum { FOOT_ARGUMENTS = 6 };

/* Arguments in registers for integers and addresses, in their order. */
struct footprint {
    const char *function;
    struct footprint_argument {
        uint16_t kind, size;
    } argument[FOOT_ARGUMENTS];
};

/* NULL: not known. */
const struct footprint *footprint_of(const char *function);

/* Are all arguments of the conversions of the format in registers? Others nobody looks at. */
bool footprint_holds(const char *format, unsigned number);

#endif
