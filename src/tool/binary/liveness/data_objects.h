/* data_objects.h - the variables of a file that lie at fixed addresses, and which of them can be reached by pointers.
 *
 * A variable whose address is only ever used to access it where it is named can be accessed nowhere else. Its address escapes where it
 * becomes anything else: an argument, something stored, the base of an index, a word that the dynamic linker sets. */
#ifndef MZ_TOOL_BINARY_LIVENESS_DATA_OBJECTS_H
#define MZ_TOOL_BINARY_LIVENESS_DATA_OBJECTS_H

#include "tool/binary/liveness/image.h"

enum { MAX_DATA_OBJECTS = 4096 };

struct data_object {
    uint64_t start, end;
    bool     escaped;
};

struct data_objects {
    const struct image *image;
    struct data_object *at; /* by address, apart from each other */
    size_t   count;
    uint64_t *marks;        /* of symbols that are no variables' (_end, __bss_start): who takes such an address goes over what lies there */
    size_t   mark_count;
    uint64_t lo, hi;        /* sections that can be written */
    bool     all_escaped;   /* whatever there is */
};

void data_objects_read(struct data_objects *o, const struct image *image);

/* Can it be the address of such a variable, or one computed on the way to it? */
bool data_objects_concern(const struct data_objects *o, uint64_t address);

/* Objects with a byte of [from, to): the first, and how many; *covered: no byte lies outside of them. */
size_t data_objects_in(const struct data_objects *o, uint64_t from, uint64_t to, size_t *count, bool *covered);

/* A pointer to there goes where nobody follows it. */
void data_objects_escape(struct data_objects *o, uint64_t address);

/* Something unknown is added to the address. Optimized code may have moved a constant out of that: then it only lies near the variable. */
void data_objects_escape_near(struct data_objects *o, uint64_t address, bool optimized);

#endif
