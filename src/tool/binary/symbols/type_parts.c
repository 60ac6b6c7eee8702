/* type_parts.c - see type_parts.h. */
#include "tool/binary/symbols/type_parts.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "tool/binary/symbols/library_words.h"
#include "tool/cli/util.h"

enum { WORD = 8 };

/* "[12]": the number, and what comes behind it. NULL: it is none. */
static const char *read_index(const char *way, uint64_t *index)
{
    char *end;
    if (way[0] != '[' || way[1] < '0' || way[1] > '9')
        return NULL;
    *index = strtoull(way + 1, &end, 10);
    return *end == ']' ? end + 1 : NULL;
}

static bool find_from(Dwarf_Die *type, uint64_t offset, const char *way, struct type_part *out);

/* One index for each dimension, or fewer: then all elements that begin with these. */
static bool find_element(Dwarf_Die *array, uint64_t offset, const char *way, struct type_part *out)
{
    Dwarf_Die element, dimension;
    if (dwarf_child(array, &dimension) != 0 || !types_of(array, &element))
        return false;
    uint64_t size = types_size(array), index;
    do {
        uint64_t count = dwarf_tag(&dimension) == DW_TAG_subrange_type ? types_elements(&dimension) : 0;
        if (count == 0)
            return false;
        const char *rest = read_index(way, &index);
        if (!rest) {
            *out = (struct type_part){offset, size};
            return *way == '\0';
        }
        if (index >= count)
            return false;
        size /= count;
        offset += index * size;
        way = rest;
    } while (dwarf_siblingof(&dimension, &dimension) == 0);
    return find_from(&element, offset, way, out);
}

/* Behind ".word"; NULL: the way begins otherwise. */
static const char *behind(const char *way, const char *word)
{
    size_t length = strlen(word);
    bool begins = way[0] == '.' && strncmp(way + 1, word, length) == 0 && strchr(".[+", way[1 + length]);
    return begins ? way + 1 + length : NULL;
}

/* Bases and members without a name have no word on the way. */
static bool find_in_member(Dwarf_Die *member, uint64_t offset, const char *way, struct type_part *out)
{
    Dwarf_Die type;
    struct bits bits = types_bits(member);
    const char *word = dwarf_tag(member) == DW_TAG_member ? library_word(dwarf_diename(member)) : NULL;
    const char *rest = word ? behind(way, word) : way;
    if (!rest || !types_of(member, &type))
        return false;
    if (types_is_bit_field(member)) {
        *out = (struct type_part){offset + bits.first / 8, (bits.end + 7) / 8 - bits.first / 8};
        return word && *rest == '\0';
    }
    return find_from(&type, offset + bits.first / 8, rest, out);
}

/* ".{low,high}": the bytes that have some of these bit fields. */
static bool find_bit_fields(Dwarf_Die *structure, uint64_t offset, const char *way, struct type_part *out)
{
    Dwarf_Die member;
    uint64_t from = UINT64_MAX, to = 0;
    for (int none = dwarf_child(structure, &member); none == 0; none = dwarf_siblingof(&member, &member)) {
        const char *word = dwarf_diename(&member), *at = word ? strstr(way, word) : NULL;
        if (!at || !types_is_bit_field(&member) || !strchr("{,", at[-1]) || !strchr(",}", at[strlen(word)]))
            continue;
        struct bits bits = types_bits(&member);
        from = bits.first / 8 < from ? bits.first / 8 : from;
        to = (bits.end + 7) / 8 > to ? (bits.end + 7) / 8 : to;
    }
    *out = (struct type_part){offset + from, to - from};
    return from < to && ends_with(way, "}");
}

static bool find_member(Dwarf_Die *structure, uint64_t offset, const char *way, struct type_part *out)
{
    Dwarf_Die member;
    if (starts_with(way, ".{"))
        return find_bit_fields(structure, offset, way, out);
    for (int none = dwarf_child(structure, &member); none == 0; none = dwarf_siblingof(&member, &member)) {
        int tag = dwarf_tag(&member);
        if ((tag == DW_TAG_member || tag == DW_TAG_inheritance) && find_in_member(&member, offset, way, out))
            return true;
    }
    return false;
}

static bool find_bytes(uint64_t size, uint64_t offset, const char *way, struct type_part *out)
{
    char *end;
    uint64_t at = strtoull(way + 1, &end, 10);
    *out = (struct type_part){offset + at, size - at < WORD ? size - at : WORD};
    return *end == '\0' && at < size;
}

static bool find_from(Dwarf_Die *start, uint64_t offset, const char *way, struct type_part *out)
{
    Dwarf_Die type = *start;
    if (*way == '\0') {
        *out = (struct type_part){offset, types_size(&type)};
        return out->size > 0;
    }
    if (*way == '+')
        return find_bytes(types_size(&type), offset, way, out);
    if (!types_strip(&type))
        return false;
    switch (dwarf_tag(&type)) {
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
        return find_member(&type, offset, way, out);
    case DW_TAG_array_type:
        return find_element(&type, offset, way, out);
    default:
        return false;
    }
}

bool type_parts_find(Dwarf_Die *type, const char *way, struct type_part *out)
{
    return find_from(type, 0, way, out);
}
