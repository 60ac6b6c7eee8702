/* type_parts.h - the opposite of types_descend() (types.h): from the way to a part of an object to where the part lies. */
#ifndef MZ_TOOL_BINARY_SYMBOLS_TYPE_PARTS_H
#define MZ_TOOL_BINARY_SYMBOLS_TYPE_PARTS_H

#include <stdbool.h>

#include "tool/binary/symbols/types.h"

struct type_part {
    uint64_t offset, size;
};

/* `way` is what types_descend() writes: "[3].next", ".count", "[1]+8"; of an array of arrays also one index alone, which means a row. Bytes
 * behind a plus are a word, as far as the object has one there. False: an object of the type has no such part. */
bool type_parts_find(Dwarf_Die *type, const char *way, struct type_part *out);

#endif
