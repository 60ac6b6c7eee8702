/* value_type.h - the type of a value, as far as it matters for writing the value. */
#ifndef MZ_TOOL_BINARY_SYMBOLS_VALUE_TYPE_H
#define MZ_TOOL_BINARY_SYMBOLS_VALUE_TYPE_H

#include <elfutils/libdw.h>
#include <stdint.h>

enum value_kind { VALUE_UNKNOWN, VALUE_SIGNED, VALUE_UNSIGNED, VALUE_BOOLEAN, VALUE_CHARACTER, VALUE_TEXT, VALUE_FLOAT,
    VALUE_POINTER, VALUE_ENUM, VALUE_THREAD }; /* TEXT: several characters of an array */

struct value_type {
    enum value_kind kind;
    uint32_t        size;
    Dwarf_Die       die; /* of an enumeration, or a pointer */
};

#endif
