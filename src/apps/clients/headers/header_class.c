/* header_class.c - see header_class.h. Templates are no classes yet: debug information has those alone that were made of them. */
#include "apps/clients/headers/header_class.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "tool/binary/symbols/type_queries.h"
#include "tool/binary/symbols/types.h"

/* --- types --------------------------------------------------------------------------------------------------------------------- */

static const char *name_of(Dwarf_Die *die)
{
    const char *name = dwarf_diename(die);
    return name ? format_text("%s", name) : "";
}

static bool is_constant(Dwarf_Die *type)
{
    Dwarf_Die at = *type;
    for (bool more = true; more && dwarf_tag(&at) != DW_TAG_const_type; more = types_of(&at, &at))
        if (dwarf_tag(&at) != DW_TAG_typedef && dwarf_tag(&at) != DW_TAG_volatile_type)
            return false;
    return dwarf_tag(&at) == DW_TAG_const_type;
}

/* The name that the type is written with. */
static const char *written(Dwarf_Die *type)
{
    Dwarf_Die at = *type;
    while ((dwarf_tag(&at) == DW_TAG_const_type || dwarf_tag(&at) == DW_TAG_volatile_type) && types_of(&at, &at))
        ;
    return name_of(&at);
}

static struct header_type number_type(Dwarf_Die *type)
{
    struct value_type value = {.kind = VALUE_UNKNOWN};
    struct header_type found = {.sort = SORT_OTHER, .text = format_text("%s", written(type)), .constant = is_constant(type)};
    uint64_t size = types_size(type);
    if (size && size <= 8)
        types_descend(NULL, type, 0, (uint32_t)size, NULL, &value);
    bool number = value.kind == VALUE_SIGNED || value.kind == VALUE_UNSIGNED || value.kind == VALUE_CHARACTER; /* in no namespace */
    if (!type_is_structure(type) && (number || value.kind == VALUE_BOOLEAN))
        found.sort = value.kind == VALUE_BOOLEAN ? SORT_TRUTH : SORT_NUMBER;
    return found;
}

static struct header_type result_type(Dwarf_Die *function)
{
    Dwarf_Die type;
    return types_of(function, &type) ? number_type(&type) : (struct header_type){.sort = SORT_VOID, .text = format_text("void")};
}

static struct class_parameter parameter_of(Dwarf_Die *die)
{
    Dwarf_Die type, to;
    struct class_parameter p = {.type = {.sort = SORT_OTHER, .text = format_text("an unknown type")}};
    if (!types_of(die, &type))
        return p;
    int tag = dwarf_tag(&type);
    if ((tag != DW_TAG_pointer_type && tag != DW_TAG_reference_type) || !types_of(&type, &to)) {
        p.type = number_type(&type);
        return p;
    }
    p.reference = tag == DW_TAG_reference_type;
    p.type = number_type(&to);
    bool number = p.type.sort == SORT_NUMBER || p.type.sort == SORT_TRUTH;
    if (number && !p.type.constant)
        p.type.sort = SORT_TO_NUMBER;
    else if (!number || !p.reference) /* a number that is only looked at can be passed as one */
        p.type = (struct header_type){.sort = SORT_OTHER, .text = format_text("%s %s", p.type.text, p.reference ? "&" : "*")};
    return p;
}

/* --- functions ----------------------------------------------------------------------------------------------------------------- */

static bool is_marked(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute found;
    bool is = false;
    return dwarf_attr(die, attribute, &found) && dwarf_formflag(&found, &is) == 0 && is;
}

static bool is_public(Dwarf_Die *member, Dwarf_Die *class)
{
    Dwarf_Attribute found;
    Dwarf_Word access;
    if (dwarf_attr(member, DW_AT_accessibility, &found) && dwarf_formudata(&found, &access) == 0)
        return access == DW_ACCESS_public;
    return dwarf_tag(class) == DW_TAG_structure_type;
}

static struct class_function function_of(Dwarf_Die *die)
{
    struct class_function f = {.name = name_of(die), .result = result_type(die), .is_static = true};
    Dwarf_Die child, type, object;
    for (int none = dwarf_child(die, &child); none == 0; none = dwarf_siblingof(&child, &child)) {
        if (dwarf_tag(&child) != DW_TAG_formal_parameter)
            continue;
        if (is_marked(&child, DW_AT_artificial)) { /* this */
            f.is_static = false;
            f.constant = types_of(&child, &type) && type_pointee(&type, &object) && is_constant(&object);
        } else if (f.parameters++ < MOST_HEADER_PARAMETERS)
            f.parameter[f.parameters - 1] = parameter_of(&child);
    }
    return f;
}

static bool takes_numbers(const struct class_function *f)
{
    for (size_t i = 0; i < f->parameters && i < MOST_HEADER_PARAMETERS; i++)
        if (f->parameter[i].type.sort != SORT_NUMBER && f->parameter[i].type.sort != SORT_TRUTH)
            return false;
    return f->parameters <= MOST_HEADER_PARAMETERS;
}

static void take_constructor(struct header_class *c, const struct class_function *f)
{
    if (!takes_numbers(f) || (c->constructor && c->constructor->parameters <= f->parameters))
        return;
    struct class_function *kept = allocate(sizeof *kept);
    *kept = *f;
    c->constructor = kept;
}

static struct header_class class_of(Dwarf_Die *die, const char *scope)
{
    struct header_class c = {.name = format_text("%s%s", scope, name_of(die)), .implicit = true};
    Dwarf_Die child;
    for (int none = dwarf_child(die, &child); none == 0; none = dwarf_siblingof(&child, &child)) {
        if (dwarf_tag(&child) != DW_TAG_subprogram || is_marked(&child, DW_AT_artificial))
            continue;
        struct class_function f = function_of(&child);
        bool constructs = strcmp(f.name, name_of(die)) == 0, usable = is_public(&child, die) && !is_marked(&child, DW_AT_deleted);
        c.implicit &= !constructs;
        if (constructs && usable)
            take_constructor(&c, &f);
        if (constructs || !usable || f.name[0] == '~')
            continue;
        c.at = resize(c.at, (c.count + 1) * sizeof *c.at);
        c.at[c.count++] = f;
    }
    return c;
}

/* --- the header ---------------------------------------------------------------------------------------------------------------- */

static bool is_declared_in(Dwarf_Die *die, const char *header)
{
    const char *file = types_declared_in(die), *base = strrchr(header, '/');
    return file && strcmp(path_base(file), base ? base + 1 : header) == 0;
}

static void find_class(Dwarf_Die *scope, const char *prefix, const char *header, struct header_class *best)
{
    Dwarf_Die child;
    for (int none = dwarf_child(scope, &child); none == 0; none = dwarf_siblingof(&child, &child)) {
        int tag = dwarf_tag(&child);
        const char *name = dwarf_diename(&child);
        if (tag == DW_TAG_namespace && name)
            find_class(&child, format_text("%s%s::", prefix, name), header, best);
        if ((tag != DW_TAG_class_type && tag != DW_TAG_structure_type) || !name || dwarf_hasattr(&child, DW_AT_declaration) ||
            !is_declared_in(&child, header))
            continue;
        struct header_class c = class_of(&child, prefix);
        if (!best->name || c.count > best->count)
            *best = c;
    }
}

struct header_class header_class_of(const char *program, const char *header)
{
    struct header_class best = {0};
    int file = open(program, O_RDONLY | O_CLOEXEC);
    Dwarf *dwarf = file < 0 ? NULL : dwarf_begin(file, DWARF_C_READ);
    Dwarf_Off at = 0, next;
    size_t header_size;
    while (dwarf && dwarf_nextcu(dwarf, at, &next, &header_size, NULL, NULL, NULL) == 0) {
        Dwarf_Die unit;
        if (dwarf_offdie(dwarf, at + header_size, &unit))
            find_class(&unit, "", header, &best);
        at = next;
    }
    if (dwarf)
        dwarf_end(dwarf);
    if (file >= 0)
        close(file);
    return best;
}
