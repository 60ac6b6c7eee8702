/* odd_types.c - see odd_types.h. */
#include "tool/binary/uninstrumented/odd_types.h"

#include <dwarf.h>
#include <string.h>

#include "tool/binary/symbols/types.h"
#include "tool/cli/util.h"

static char *member_name(Dwarf_Die *record, Dwarf_Die *member)
{
    const char *name = dwarf_diename(member), *of = dwarf_diename(record);
    return of ? format_text("%s.%s", of, name ? name : "?") : format_text("%s", name ? name : "?");
}

/* --- looking through the types of a unit -------------------------------------------------------------------------------- */

/* What is odd about a type; NULL: nothing. */
typedef char *judgement(Dwarf_Die *type);

static bool is_of_the_system(Dwarf_Die *type)
{
    const char *file = types_declared_in(type);
    return file && starts_with(file, "/usr/") && strstr(file, "/include/");
}

/* Types lie in units, namespaces, functions and other types. */
static char *look_through(Dwarf_Die *parent, judgement *judge)
{
    Dwarf_Die child;
    char *found = NULL;
    for (int none = dwarf_child(parent, &child); none == 0 && !found; none = dwarf_siblingof(&child, &child)) {
        switch (dwarf_tag(&child)) {
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
        case DW_TAG_union_type:
            if (!is_of_the_system(&child) && !(found = judge(&child)))
                found = look_through(&child, judge);
            break;
        case DW_TAG_base_type:
        case DW_TAG_array_type:
            found = judge(&child);
            break;
        case DW_TAG_namespace:
        case DW_TAG_subprogram:
        case DW_TAG_lexical_block:
            found = look_through(&child, judge);
            break;
        default:
            break;
        }
    }
    return found;
}

/* --- gcc ---------------------------------------------------------------------------------------------------------------- */

/* Does it fill a char, a short or the like? Then it is stored without a read. */
static bool is_whole(struct bits bits)
{
    uint64_t size = bits.end - bits.first;
    return (size == 8 || size == 16 || size == 32 || size == 64) && bits.first % size == 0;
}

static char *updated_with_neighbours(Dwarf_Die *type)
{
    Dwarf_Die member; /* what is no structure has none */
    for (int none = dwarf_child(type, &member); none == 0; none = dwarf_siblingof(&member, &member)) {
        if (dwarf_tag(&member) == DW_TAG_member && types_is_bit_field(&member) && !is_whole(types_bits(&member)))
            return member_name(type, &member);
    }
    return NULL;
}

char *odd_update(Dwarf_Die *unit)
{
    return look_through(unit, updated_with_neighbours);
}

/* --- clang -------------------------------------------------------------------------------------------------------------- */

static bool has_hooks(uint64_t bytes)
{
    return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
}

/* Bit-fields in a row are accessed all at once: by as many bytes as they have, or the next power of two if that does not reach
 * beyond `limit`, where something else begins. */
static bool is_odd_row(struct bits row, uint64_t limit)
{
    uint64_t start = row.first / 8, size = (row.end + 7) / 8 - start, rounded = 1;
    while (rounded < size)
        rounded *= 2;
    return !has_hooks(start + rounded <= limit ? rounded : size);
}

/* Is `next` in a row with what ends at `end`? A gap is a new row if the field would not have fitted into its type there;
 * otherwise the gap is a field without a name. */
static bool continues_row(uint64_t end, Dwarf_Die *member, struct bits next)
{
    Dwarf_Die type;
    uint64_t unit = types_of(member, &type) ? 8 * types_size(&type) : 0;
    return next.first == end || unit == 0 || end / unit == (end + (next.end - next.first) - 1) / unit;
}

static char *odd_row(Dwarf_Die *record, Dwarf_Die *first, struct bits row, uint64_t limit)
{
    return row.end > row.first && is_odd_row(row, limit) ? format_text("the bit-field %s", member_name(record, first)) : NULL;
}

static char *odd_rows(Dwarf_Die *record)
{
    Dwarf_Die member, first = {0};
    struct bits row = {0};
    bool is_union = dwarf_tag(record) == DW_TAG_union_type;
    char *found = NULL;
    for (int none = dwarf_child(record, &member); none == 0 && !found; none = dwarf_siblingof(&member, &member)) {
        if (dwarf_tag(&member) != DW_TAG_member || dwarf_hasattr(&member, DW_AT_external))
            continue;
        struct bits bits = types_bits(&member);
        if (!is_union && row.end > 0 && types_is_bit_field(&member) && continues_row(row.end, &member, bits)) {
            row.end = bits.end;
            continue;
        }
        found = odd_row(record, &first, row, is_union ? types_size(record) : bits.first / 8);
        row = types_is_bit_field(&member) ? bits : (struct bits){0};
        first = member;
    }
    return found ? found : odd_row(record, &first, row, types_size(record));
}

#if defined __x86_64__
enum { ODD_LONG_DOUBLE = 1 }; /* ten of its sixteen bytes are stored */
#else
enum { ODD_LONG_DOUBLE = 0 };
#endif

static bool is_long_double(Dwarf_Die *type)
{
    Dwarf_Attribute attribute;
    Dwarf_Word encoding;
    return dwarf_attr(type, DW_AT_encoding, &attribute) && dwarf_formudata(&attribute, &encoding) == 0 && encoding == DW_ATE_float
        && types_size(type) == 16;
}

static char *accessed_in_odd_pieces(Dwarf_Die *type)
{
    switch (dwarf_tag(type)) {
    case DW_TAG_base_type:
        return ODD_LONG_DOUBLE && is_long_double(type) ? format_text("%s", dwarf_diename(type)) : NULL;
    case DW_TAG_array_type:
        return dwarf_hasattr(type, DW_AT_GNU_vector) && !has_hooks(types_size(type)) ? format_text("vectors") : NULL;
    default:
        return odd_rows(type);
    }
}

/* --- C++: headers declare functions of long double, so that the type is there in every unit. Does something use it? ------------- */

static bool leads_to_long_double(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Die type = *die;
    while (dwarf_formref_die(dwarf_attr_integrate(&type, DW_AT_type, &attribute), &type))
        if (dwarf_tag(&type) == DW_TAG_base_type)
            return is_long_double(&type);
    return false;
}

static bool is_defined(Dwarf_Die *function)
{
    return dwarf_hasattr(function, DW_AT_low_pc) || dwarf_hasattr(function, DW_AT_ranges);
}

/* Standard types have members of it (max_align_t), which count only if the type was made for it. */
static bool uses_long_double(Dwarf_Die *parent)
{
    Dwarf_Die child;
    bool found = false;
    for (int none = dwarf_child(parent, &child); none == 0 && !found; none = dwarf_siblingof(&child, &child)) {
        switch (dwarf_tag(&child)) {
        case DW_TAG_member:
            found = !is_of_the_system(parent) && leads_to_long_double(&child);
            break;
        case DW_TAG_variable:
        case DW_TAG_formal_parameter:
        case DW_TAG_template_type_parameter:
            found = !dwarf_hasattr(&child, DW_AT_declaration) && leads_to_long_double(&child);
            break;
        case DW_TAG_subprogram:
            found = is_defined(&child) && (leads_to_long_double(&child) || uses_long_double(&child));
            break;
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
        case DW_TAG_union_type:
        case DW_TAG_namespace:
        case DW_TAG_lexical_block:
        case DW_TAG_inlined_subroutine:
            found = uses_long_double(&child);
            break;
        default:
            break;
        }
    }
    return found;
}

static char *accessed_in_odd_pieces_cxx(Dwarf_Die *type)
{
    return dwarf_tag(type) == DW_TAG_base_type ? NULL : accessed_in_odd_pieces(type);
}

char *odd_access(Dwarf_Die *unit)
{
    bool cxx = dwarf_srclang(unit) == DW_LANG_C_plus_plus || dwarf_srclang(unit) == DW_LANG_C_plus_plus_11
        || dwarf_srclang(unit) == DW_LANG_C_plus_plus_14;
    if (cxx && ODD_LONG_DOUBLE && uses_long_double(unit))
        return format_text("long double");
    return look_through(unit, cxx ? accessed_in_odd_pieces_cxx : accessed_in_odd_pieces);
}
