/* type_queries.c - see type_queries.h. */
#include "tool/binary/symbols/type_queries.h"

#include <dwarf.h>
#include <string.h>

#include "tool/binary/symbols/library_words.h"
#include "tool/binary/symbols/types.h"
#include "tool/cli/util.h"

bool type_is_structure(Dwarf_Die *type)
{
    Dwarf_Die inner = *type;
    int tag = types_strip(&inner) ? dwarf_tag(&inner) : 0;
    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

bool type_is_reference(Dwarf_Die *type)
{
    Dwarf_Die inner = *type;
    int tag = types_strip(&inner) ? dwarf_tag(&inner) : 0;
    return tag == DW_TAG_reference_type || tag == DW_TAG_rvalue_reference_type;
}

bool type_pointee(Dwarf_Die *pointer, Dwarf_Die *type)
{
    Dwarf_Die inner = *pointer;
    bool points = types_strip(&inner) && (dwarf_tag(&inner) == DW_TAG_pointer_type || type_is_reference(&inner));
    return points && types_of(&inner, type);
}

bool type_argument(Dwarf_Die *class, Dwarf_Die *type)
{
    Dwarf_Die inner = *class;
    return types_strip(&inner) && library_argument(&inner, type);
}

bool type_element(Dwarf_Die *array, Dwarf_Die *type, uint64_t *count)
{
    Dwarf_Die inner = *array, dimension;
    if (!types_strip(&inner) || dwarf_tag(&inner) != DW_TAG_array_type || dwarf_child(&inner, &dimension) != 0)
        return false;
    *count = types_elements(&dimension);
    return types_of(&inner, type);
}

static bool is_part(Dwarf_Die *child)
{
    return (dwarf_tag(child) == DW_TAG_member || dwarf_tag(child) == DW_TAG_inheritance) && !types_is_bit_field(child);
}

bool type_member(Dwarf_Die *structure, const char *name, uint64_t *offset, Dwarf_Die *type)
{
    Dwarf_Die inner = *structure, child;
    if (!types_strip(&inner) || !type_is_structure(&inner))
        return false;
    for (int none = dwarf_child(&inner, &child); none == 0; none = dwarf_siblingof(&child, &child)) {
        const char *word = dwarf_tag(&child) == DW_TAG_member ? dwarf_diename(&child) : NULL;
        bool part = dwarf_tag(&child) == DW_TAG_member || dwarf_tag(&child) == DW_TAG_inheritance;
        if (!part || !types_of(&child, type) || (word && strcmp(word, name) != 0))
            continue;
        *offset += types_bits(&child).first / 8;
        if (word || type_member(type, name, offset, type))
            return true;
        *offset -= types_bits(&child).first / 8;
    }
    return false;
}

bool type_equals(Dwarf_Die *a, Dwarf_Die *b)
{
    Dwarf_Die x = *a, y = *b;
    types_strip(&x);
    types_strip(&y);
    const char *one = dwarf_diename(&x), *other = dwarf_diename(&y);
    return x.addr == y.addr || (one && other && strcmp(one, other) == 0 && types_size(&x) == types_size(&y));
}

bool type_contains(Dwarf_Die *type, uint64_t offset, Dwarf_Die *part)
{
    Dwarf_Die inner = *type, child, of;
    uint64_t count;
    if (offset == 0 && type_equals(type, part))
        return true;
    if (!types_strip(&inner))
        return false;
    if (type_element(&inner, &of, &count))
        return types_size(&of) && type_contains(&of, offset % types_size(&of), part);
    if (!type_is_structure(&inner))
        return false;
    if (library_holds(&inner))
        return type_contains(&inner, offset, part);
    for (int none = dwarf_child(&inner, &child); none == 0; none = dwarf_siblingof(&child, &child)) {
        uint64_t first = is_part(&child) ? types_bits(&child).first / 8 : UINT64_MAX;
        if (first <= offset && types_of(&child, &of) && type_contains(&of, offset - first, part))
            return true;
    }
    return false;
}

bool type_is_flexible(Dwarf_Die *structure)
{
    Dwarf_Die inner = *structure, child, type, element;
    uint64_t count;
    bool flexible = false;
    if (!types_strip(&inner) || !type_is_structure(&inner))
        return false;
    for (int none = dwarf_child(&inner, &child); none == 0; none = dwarf_siblingof(&child, &child))
        if (is_part(&child) && types_of(&child, &type))
            flexible = type_element(&type, &element, &count) && count == 0;
    return flexible;
}

bool type_is_polymorphic(Dwarf_Die *class)
{
    Dwarf_Die inner = *class, child, type;
    if (!types_strip(&inner) || !type_is_structure(&inner))
        return false;
    for (int none = dwarf_child(&inner, &child); none == 0; none = dwarf_siblingof(&child, &child)) {
        const char *word = dwarf_tag(&child) == DW_TAG_member ? dwarf_diename(&child) : NULL;
        if (word && (starts_with(word, "_vptr")))
            return true;
        if (dwarf_tag(&child) == DW_TAG_inheritance && types_of(&child, &type) && type_is_polymorphic(&type))
            return true;
    }
    return false;
}

/* --- all pointers ---------------------------------------------------------------------------------------------------------- */

struct pointers {
    size_t left;
    type_found *found;
    void *context;
};

static void walk(struct pointers *p, Dwarf_Die *of, uint64_t offset, const char *member)
{
    Dwarf_Die type = *of, child, part;
    uint64_t count;
    if (p->left == 0 || !types_strip(&type))
        return;
    if (type_element(&type, &part, &count)) {
        uint64_t whole = types_size(&type), width = types_size(&part);
        for (uint64_t at = 0; width && at + width <= whole && p->left; at += width)
            walk(p, &part, offset + at, member);
    } else if (type_is_structure(&type)) {
        p->left--; /* there may be many that have no members */
        for (int none = dwarf_child(&type, &child); none == 0; none = dwarf_siblingof(&child, &child)) {
            const char *word = dwarf_diename(&child);
            if (is_part(&child) && types_of(&child, &part))
                walk(p, &part, offset + types_bits(&child).first / 8, word && !starts_with(word, "_M_") ? word : member);
        }
    } else if (dwarf_tag(&type) == DW_TAG_pointer_type || type_is_reference(&type)) {
        p->left--;
        p->found(p->context, offset, &type, member);
    } else {
        p->left--; /* a large array of numbers is not walked through to its end */
    }
}

size_t type_pointers(Dwarf_Die *type, uint64_t offset, size_t most, type_found *found, void *context)
{
    struct pointers p = {most, found, context};
    walk(&p, type, offset, NULL);
    return p.left;
}
