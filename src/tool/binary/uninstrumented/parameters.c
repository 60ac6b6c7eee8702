/* parameters.c - see parameters.h. */
#include "tool/binary/uninstrumented/parameters.h"

#include <dwarf.h>
#include <stdbool.h>

#include "tool/binary/symbols/types.h"

enum { REGISTERS = 8, IN_REGISTERS = 16 /* bytes of the largest struct */ };

enum passing { IN_A_REGISTER, IN_A_VECTOR, BY_ADDRESS, OTHERWISE };

static bool is_floating(Dwarf_Die *type)
{
    Dwarf_Attribute attribute;
    Dwarf_Word encoding;
    return dwarf_formudata(dwarf_attr(type, DW_AT_encoding, &attribute), &encoding) != 0 || encoding == DW_ATE_float ||
           encoding == DW_ATE_complex_float;
}

/* A member that takes place in its struct; a static one does not. */
static bool is_placed(Dwarf_Die *member)
{
    return dwarf_tag(member) == DW_TAG_member && dwarf_hasattr(member, DW_AT_data_member_location);
}

/* Structs of up to four equal numbers of that kind are passed in vector registers. */
static bool may_begin_floating(Dwarf_Die type)
{
    for (;;) {
        Dwarf_Die part;
        int tag = dwarf_peel_type(&type, &type) == 0 && types_size(&type) > 0 ? dwarf_tag(&type) : DW_TAG_invalid;
        if (tag == DW_TAG_pointer_type || tag == DW_TAG_enumeration_type)
            return false;
        if (tag == DW_TAG_base_type)
            return is_floating(&type);
        if (tag == DW_TAG_array_type)
            part = type;
        else if (tag != DW_TAG_structure_type || dwarf_child(&type, &part) != 0 || !is_placed(&part))
            return true;
        if (dwarf_hasattr(&type, DW_AT_GNU_vector) || !types_of(&part, &type))
            return true;
    }
}

static enum passing how_passed(Dwarf_Die *parameter)
{
    Dwarf_Die type;
    if (!types_of(parameter, &type) || dwarf_peel_type(&type, &type) != 0)
        return OTHERWISE;
    uint64_t size = types_size(&type);
    switch (dwarf_tag(&type)) {
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
    case DW_TAG_enumeration_type: return IN_A_REGISTER;
    case DW_TAG_base_type:        return is_floating(&type) ? IN_A_VECTOR : size > 0 && size <= 8 ? IN_A_REGISTER : OTHERWISE;
    case DW_TAG_structure_type:   return size > IN_REGISTERS && !may_begin_floating(type) ? BY_ADDRESS : OTHERWISE;
    default:                      return OTHERWISE;
    }
}

uint32_t parameters_by_address(Dwarf_Die *function)
{
    Dwarf_Die child;
    uint32_t found = 0;
    unsigned number = 0;
    if (dwarf_child(function, &child) != 0)
        return 0;
    do {
        enum passing how = dwarf_tag(&child) == DW_TAG_formal_parameter ? how_passed(&child) : IN_A_VECTOR;
        if (how == OTHERWISE)
            break;
        found |= how == BY_ADDRESS ? (uint32_t)1 << number : 0;
        number += how != IN_A_VECTOR;
    } while (number < REGISTERS && dwarf_siblingof(&child, &child) == 0);
    return found;
}
