/* value_text.c - see value_text.h. */
#include "tool/binary/symbols/value_text.h"

#include <dwarf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tool/binary/symbols/variables.h"
#include "tool/cli/util.h"

static char *enumerator(Dwarf_Die *type, int64_t value)
{
    Dwarf_Die child;
    if (dwarf_child(type, &child) != 0)
        return NULL;
    do {
        Dwarf_Attribute attribute;
        Dwarf_Sword constant;
        if (dwarf_tag(&child) == DW_TAG_enumerator && dwarf_attr(&child, DW_AT_const_value, &attribute) &&
            dwarf_formsdata(&attribute, &constant) == 0 && constant == value)
            return format_text("%s", dwarf_diename(&child));
    } while (dwarf_siblingof(&child, &child) == 0);
    return NULL;
}

static char *pointer_value(struct symbols *s, uint64_t bits)
{
    struct value_type ignored;
    if (bits == 0)
        return format_text("NULL");
    char *name = variables_name(s, bits, 0, &ignored);
    if (name) {
        char *text = format_text("&%s", name);
        free(name);
        return text;
    }
    const char *function = symbols_function(s, bits);
    return function ? format_text("%s", function) : format_text("0x%" PRIx64, bits);
}

static char *float_value(uint32_t size, uint64_t bits)
{
    float narrow;
    double wide;
    memcpy(&narrow, &bits, sizeof narrow);
    memcpy(&wide, &bits, sizeof wide);
    return format_text("%.9g", size == sizeof narrow ? (double)narrow : wide);
}

static char *character_value(int64_t value)
{
    static const char *const words[] = {[0] = "'\\0'", ['\t'] = "'\\t'", ['\n'] = "'\\n'",
        ['\r'] = "'\\r'", ['\''] = "'\\''", ['\\'] = "'\\\\'"};
    if (value >= 0 && (size_t)value < sizeof words / sizeof *words && words[value])
        return format_text("%s", words[value]);
    return value >= 0x20 && value < 0x7f ? format_text("'%c'", (char)value) : format_text("%" PRId64, value);
}

char *value_text(struct symbols *s, const struct value_type *type, uint32_t size, uint64_t bits)
{
    unsigned shift = size < 8 ? 64 - 8 * size : 0;
    if (size == 0 || size > 8)
        return NULL;
    uint64_t positive = bits << shift >> shift;
    int64_t value = (int64_t)(bits << shift) >> shift;
    char *name = NULL;
    switch (type->kind) {
    case VALUE_UNSIGNED:
        return format_text("%" PRIu64, positive);
    case VALUE_BOOLEAN:
        return positive > 1 ? format_text("%" PRIu64, positive) : format_text(positive ? "true" : "false");
    case VALUE_CHARACTER:
        return character_value(value);
    case VALUE_FLOAT:
        return size == 4 || size == 8 ? float_value(size, bits) : NULL;
    case VALUE_POINTER:
        return pointer_value(s, positive);
    case VALUE_ENUM:
        name = enumerator((Dwarf_Die *)&type->die, value);
        return name ? name : format_text("%" PRId64, value);
    case VALUE_THREAD:
    case VALUE_TEXT:
    case VALUE_UNKNOWN:
        if (positive > 0xffffffff && value > 0)
            return format_text("0x%" PRIx64, positive);
        break;
    case VALUE_SIGNED:
        break;
    }
    return format_text("%" PRId64, value);
}
