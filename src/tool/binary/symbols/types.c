/* types.c - walking types: structures, unions, arrays, down to what can be printed. */
#include "tool/binary/symbols/types.h"

#include <dwarf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tool/binary/symbols/library_words.h"
#include "tool/binary/symbols/use.h"
#include "tool/cli/util.h"

/* libdw ends the process if it is asked for a file of a unit whose list of files it cannot read, as where debug information is split. */
const char *types_declared_in(Dwarf_Die *die)
{
    Dwarf_Die unit;
    Dwarf_Files *files;
    bool readable = dwarf_diecu(die, &unit, NULL, NULL) && dwarf_getsrcfiles(&unit, &files, NULL) == 0;
    return readable ? dwarf_decl_file(die) : NULL;
}

bool types_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;
    return dwarf_attr_integrate(die, DW_AT_type, &attribute) && dwarf_formref_die(&attribute, type);
}

/* Synchronization objects are shown whole: nobody wants to read m.__data.__lock. */
static bool is_opaque(Dwarf_Die *type)
{
    static const char *const names[] = {"sem_t", "mtx_t", "cnd_t", "once_flag", "thrd_t", "tss_t", NULL};
    const char *name = dwarf_tag(type) == DW_TAG_typedef ? dwarf_diename(type) : NULL;
    return name && (is_one_of(name, names) || (starts_with(name, "pthread_") && ends_with(name, "_t")));
}

bool types_strip(Dwarf_Die *type)
{
    for (;;) {
        switch (dwarf_tag(type)) {
        case DW_TAG_typedef:
        case DW_TAG_const_type:
        case DW_TAG_volatile_type:
        case DW_TAG_atomic_type:
        case DW_TAG_restrict_type:
            break;
        default:
            return true;
        }
        if (is_opaque(type) || !types_of(type, type))
            return false;
    }
}

uint64_t types_elements(Dwarf_Die *dimension)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value;
    if (dwarf_attr(dimension, DW_AT_count, &attribute) && dwarf_formudata(&attribute, &value) == 0)
        return value;
    if (dwarf_attr(dimension, DW_AT_upper_bound, &attribute) && dwarf_formudata(&attribute, &value) == 0)
        return value + 1;
    return 0;
}

uint64_t types_size(Dwarf_Die *type)
{
    Dwarf_Word size;
    Dwarf_Die die = *type;
    return dwarf_aggregate_size(&die, &size) == 0 ? size : 0;
}

static bool number_of(Dwarf_Die *die, unsigned attribute, uint64_t *number)
{
    Dwarf_Attribute found;
    Dwarf_Word value;
    if (!dwarf_attr(die, attribute, &found) || dwarf_formudata(&found, &value) != 0)
        return false;
    *number = value;
    return true;
}

bool types_is_bit_field(Dwarf_Die *member)
{
    return dwarf_hasattr(member, DW_AT_bit_size);
}

/* Before DWARF 5 bits are counted from the other end of a unit. */
struct bits types_bits(Dwarf_Die *member)
{
    uint64_t first = 0, size = 0, byte = 0, unit = 0, from_end = 0;
    Dwarf_Die type;
    if (types_of(member, &type))
        unit = types_size(&type);
    number_of(member, DW_AT_byte_size, &unit);
    if (!number_of(member, DW_AT_bit_size, &size))
        size = 8 * unit;
    if (!number_of(member, DW_AT_data_bit_offset, &first)) {
        number_of(member, DW_AT_data_member_location, &byte);
        first = 8 * byte;
        if (number_of(member, DW_AT_bit_offset, &from_end))
            first += 8 * unit - from_end - size;
    }
    return (struct bits){first, first + size};
}

/* Types that C++ calls characters: only `char` is one, others are bytes. */
static enum value_kind base_kind(Dwarf_Die *type, Dwarf_Word encoding)
{
    const char *name = dwarf_diename(type);
    bool character = name && strcmp(name, "char") == 0;
    switch (encoding) {
    case DW_ATE_signed: return VALUE_SIGNED;
    case DW_ATE_unsigned:
    case DW_ATE_UTF: return VALUE_UNSIGNED;
    case DW_ATE_boolean: return VALUE_BOOLEAN;
    case DW_ATE_signed_char: return character ? VALUE_CHARACTER : VALUE_SIGNED;
    case DW_ATE_unsigned_char: return character ? VALUE_CHARACTER : VALUE_UNSIGNED;
    case DW_ATE_float: return VALUE_FLOAT;
    default: return VALUE_UNKNOWN;
    }
}

static void leaf_type(Dwarf_Die *type, struct value_type *out)
{
    Dwarf_Attribute attribute;
    Dwarf_Word encoding;
    const char *name = dwarf_diename(type);
    switch (dwarf_tag(type)) {
    case DW_TAG_typedef:
        if (name && (strcmp(name, "pthread_t") == 0 || strcmp(name, "thrd_t") == 0))
            out->kind = VALUE_THREAD;
        break;
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
        out->kind = VALUE_POINTER;
        out->die = *type;
        break;
    case DW_TAG_enumeration_type:
        out->kind = VALUE_ENUM;
        out->die = *type;
        break;
    case DW_TAG_base_type:
        if (!dwarf_attr(type, DW_AT_encoding, &attribute) || dwarf_formudata(&attribute, &encoding) != 0)
            break;
        out->kind = base_kind(type, encoding);
        break;
    default:
        break;
    }
}

static bool is_aggregate(Dwarf_Die *type)
{
    Dwarf_Die inner = *type;
    int tag = types_strip(&inner) ? dwarf_tag(&inner) : 0;
    return tag == DW_TAG_array_type || tag == DW_TAG_structure_type || tag == DW_TAG_union_type || tag == DW_TAG_class_type;
}

/* An array of unknown length goes on to the end of the block that it lies in. */
static uint64_t member_width(Dwarf_Die *type)
{
    Dwarf_Die inner = *type, dimension;
    bool array = types_strip(&inner) && dwarf_tag(&inner) == DW_TAG_array_type && dwarf_child(&inner, &dimension) == 0;
    return array && types_elements(&dimension) == 0 ? UINT32_MAX : types_size(type);
}

/* The member that covers [*offset, *offset + size), *offset then counting from it. In a union that is one that the source names there,
 * otherwise the narrowest one, and among equals one that has parts, if it is a part that is asked for. */
static bool find_member(const struct symbols *s, Dwarf_Die *type, uint64_t *offset, uint32_t size, Dwarf_Die *found)
{
    Dwarf_Die member;
    uint64_t best = UINT64_MAX, inside = 0;
    bool of_union = dwarf_tag(type) == DW_TAG_union_type, named = false;
    if (dwarf_child(type, &member) != 0)
        return false;
    do {
        Dwarf_Die member_type;
        if ((dwarf_tag(&member) != DW_TAG_member && dwarf_tag(&member) != DW_TAG_inheritance) || types_is_bit_field(&member))
            continue;
        uint64_t at = types_bits(&member).first / 8, width = types_of(&member, &member_type) ? member_width(&member_type) : 0;
        bool covers = *offset >= at && *offset + (size ? size : 1) <= at + width;
        bool says = covers && of_union && use_mentions(s, dwarf_diename(&member));
        bool better = width < best || (width == best && size < width && is_aggregate(&member_type));
        if (covers && (says ? !named || better : !named && better)) {
            named = says;
            best = width;
            inside = *offset - at;
            *found = member;
        }
    } while (dwarf_siblingof(&member, &member) == 0);
    *offset = inside;
    return best != UINT64_MAX;
}

/* One index for each dimension of the array. Of the first it may be unknown how many there are. */
static bool descend_array(Dwarf_Die *type, uint64_t *offset, uint32_t size, FILE *name)
{
    Dwarf_Die element, dimension;
    if (dwarf_child(type, &dimension) != 0 || !types_of(type, &element))
        return false;
    uint64_t width = types_size(&element), count = types_elements(&dimension), step = count ? types_size(type) : width;
    if (width == 0 || step == 0 || *offset / width != (*offset + (size ? size : 1) - 1) / width)
        return false;
    do {
        count = dwarf_tag(&dimension) == DW_TAG_subrange_type ? types_elements(&dimension) : 0;
        step /= count ? count : 1;
        if (step == 0)
            return false;
        if (name)
            fprintf(name, "[%" PRIu64 "]", *offset / step);
        *offset %= step;
    } while (dwarf_siblingof(&dimension, &dimension) == 0);
    *type = element;
    return true;
}

/* Bit-fields are read and written together: all whose bits lie in the bytes, if nothing else does. */
static void name_bit_fields(Dwarf_Die *type, uint64_t *offset, uint32_t size, FILE *name)
{
    enum { SHOWN = 4 };
    Dwarf_Die member;
    const char *word[SHOWN];
    unsigned count = 0;
    uint64_t first = 8 * *offset, end = first + 8 * (size ? size : 1);
    for (int none = dwarf_child(type, &member); none == 0; none = dwarf_siblingof(&member, &member)) {
        struct bits bits = types_bits(&member);
        if (dwarf_tag(&member) != DW_TAG_member || bits.first >= end || bits.end <= first)
            continue;
        if (!types_is_bit_field(&member))
            return;
        if (count++ < SHOWN)
            word[count - 1] = dwarf_diename(&member);
    }
    if (count == 0)
        return;
    *offset = 0;
    if (!name)
        return;
    fputs(count > 1 ? ".{" : ".", name);
    for (unsigned i = 0; i < count && i < SHOWN; i++)
        fprintf(name, "%s%s", i ? "," : "", word[i] ? word[i] : "?");
    fputs(count > SHOWN ? ",…}" : count > 1 ? "}" : "", name);
}

static bool descend_member(const struct symbols *s, Dwarf_Die *type, uint64_t *offset, uint32_t size, FILE *name)
{
    Dwarf_Die member;
    uint64_t inside = *offset;
    if (!find_member(s, type, &inside, size, &member)) {
        name_bit_fields(type, offset, size, name);
        return false;
    }
    const char *word = dwarf_tag(&member) == DW_TAG_member ? library_word(dwarf_diename(&member)) : NULL;
    if (word && name)
        fprintf(name, ".%s", word);
    *offset = inside;
    return types_of(&member, type);
}

/* A pointer to a structure means the structure, not its first member. */
static bool is_meant_whole(Dwarf_Die *type, uint64_t offset, uint32_t size)
{
    return size == 0 && offset == 0 && dwarf_tag(type) != DW_TAG_array_type;
}

static bool is_of_characters(Dwarf_Die *type)
{
    Dwarf_Die element;
    struct value_type of = {0};
    if (dwarf_tag(type) == DW_TAG_array_type && types_of(type, &element) && types_strip(&element))
        leaf_type(&element, &of);
    return of.kind == VALUE_CHARACTER;
}

void types_descend(const struct symbols *s, Dwarf_Die *start, uint64_t offset, uint32_t size, FILE *name, struct value_type *out)
{
    Dwarf_Die type = *start;
    *out = (struct value_type){.kind = VALUE_UNKNOWN};
    bool deeper = true;
    while (deeper && types_strip(&type) && !is_meant_whole(&type, offset, size)) {
        switch (dwarf_tag(&type)) {
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
        case DW_TAG_union_type:
            if (library_holds(&type))
                break;
            deeper = descend_member(s, &type, &offset, size, name);
            break;
        case DW_TAG_array_type:
            deeper = descend_array(&type, &offset, size, name);
            break;
        default:
            deeper = false;
        }
    }
    if (offset && name)
        fprintf(name, "+%" PRIu64, offset);
    out->size = (uint32_t)types_size(&type);
    if (offset == 0 && (size == 0 || size == out->size))
        leaf_type(&type, out);
    if (out->kind == VALUE_UNKNOWN && size > 1 && is_of_characters(&type))
        out->kind = VALUE_TEXT;
}
