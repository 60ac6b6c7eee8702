/* globals.c - see globals.h.
 *
 * The members of a structure are variables of their own, and so are the elements of an array. An array of structures is left to be divided
 * into words: its members are many. Of a union all members are the same variable. */
#include "tool/binary/symbols/globals.h"

#include <dwarf.h>
#include <stdlib.h>

#include "tool/binary/symbols/types.h"
#include "tool/binary/symbols/variables.h"

static void add_range(struct wire *wire, uint64_t start, uint64_t size, uint64_t element)
{
    if (size == 0 || wire->globals == WIRE_MAX_GLOBALS)
        return;
    wire_globals(wire)[wire->globals++] = (struct wire_global){start, size, element <= UINT32_MAX ? (uint32_t)element : 0, 0};
}

static bool is_structure(Dwarf_Die *type)
{
    int tag = dwarf_tag(type);
    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type;
}

/* Bytes of what an array of any number of dimensions is made of; 0: structures, or nobody knows. */
static uint64_t element_size(Dwarf_Die *array)
{
    Dwarf_Die type = *array, next;
    while (dwarf_tag(&type) == DW_TAG_array_type)
        if (!types_of(&type, &next) || dwarf_peel_type(&next, &type) != 0)
            return 0;
    return is_structure(&type) ? 0 : types_size(&type);
}

static void add_typed(struct wire *wire, uint64_t start, Dwarf_Die *of);

/* Members and bases that lie at a fixed place. Bit fields are left out: they share words anyway. */
static void add_members(struct wire *wire, uint64_t start, Dwarf_Die *structure)
{
    Dwarf_Die member, type;
    if (dwarf_child(structure, &member) != 0)
        return;
    do {
        Dwarf_Attribute attribute;
        Dwarf_Word offset;
        bool part = dwarf_tag(&member) == DW_TAG_member || dwarf_tag(&member) == DW_TAG_inheritance;
        if (part && !types_is_bit_field(&member) && dwarf_attr(&member, DW_AT_data_member_location, &attribute)
            && dwarf_formudata(&attribute, &offset) == 0 && types_of(&member, &type))
            add_typed(wire, start + offset, &type);
    } while (dwarf_siblingof(&member, &member) == 0);
}

static void add_typed(struct wire *wire, uint64_t start, Dwarf_Die *of)
{
    Dwarf_Die type;
    if (dwarf_peel_type(of, &type) != 0)
        return;
    if (is_structure(&type))
        add_members(wire, start, &type);
    else
        add_range(wire, start, types_size(&type), dwarf_tag(&type) == DW_TAG_array_type ? element_size(&type) : types_size(&type));
}

static void add_variable(void *context, uint64_t address, Dwarf_Die *type, const char *name)
{
    (void)name;
    add_typed(context, address, type);
}

static int by_start(const void *a, const void *b)
{
    const struct wire_global *x = a, *y = b;
    return x->start != y->start ? (x->start < y->start ? -1 : 1) : x->size < y->size ? -1 : x->size > y->size;
}

/* One variable may be described several times: the longest description of what begins at a place, and nothing that begins within it. */
static uint64_t without_overlaps(struct wire_global *at, uint64_t count)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < count; i++) {
        bool longer = i + 1 < count && at[i + 1].start == at[i].start;
        if (!longer && (kept == 0 || at[i].start >= at[kept - 1].start + at[kept - 1].size))
            at[kept++] = at[i];
    }
    return kept;
}

void globals_list(const char *program, struct wire *wire)
{
    struct symbols *s = symbols_open_file(program);
    wire->globals = 0;
    if (!s)
        return;
    variables_each(s, add_variable, wire);
    qsort(wire_globals(wire), wire->globals, sizeof(struct wire_global), by_start);
    wire->globals = without_overlaps(wire_globals(wire), wire->globals);
    symbols_close(s);
}
