/* value_text.h - values of the program, as their type shows them. */
#ifndef MZ_TOOL_BINARY_SYMBOLS_VALUE_TEXT_H
#define MZ_TOOL_BINARY_SYMBOLS_VALUE_TEXT_H

#include "tool/binary/symbols/symbols.h"
#include "tool/binary/symbols/value_type.h"

/* `bits` holds the first bytes of a value of `size` bytes. A new string. */
char *value_text(struct symbols *s, const struct value_type *type, uint32_t size, uint64_t bits);

#endif
