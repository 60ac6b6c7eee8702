/* scope_names.c - see scope_names.h. */
#include "tool/binary/symbols/scope_names.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "base/lower_bound.h"
#include "tool/binary/symbols/function_index.h"
#include "tool/binary/symbols/type_queries.h"
#include "tool/binary/symbols/types.h"
#include "tool/cli/util.h"

enum named_kind { NAMED_NONE,
    NAMED_VARIABLE,
    NAMED_TYPE,
    NAMED_FUNCTION };

struct named {
    const char *name;
    enum named_kind kind;
    Dwarf_Die die;
};

struct unit_names {
    const void *unit; /* identity of its entry */
    struct named *at; /* by name and kind; declarations last */
    size_t count, capacity;
};

void scope_names_free(struct scope_names *n)
{
    for (size_t i = 0; i < n->units; i++)
        free(n->unit[i].at);
    free(n->unit);
}

/* --- what a unit has outside of functions -------------------------------------------------------------------------------- */

static enum named_kind kind_of(int tag)
{
    switch (tag) {
    case DW_TAG_variable: return NAMED_VARIABLE;
    case DW_TAG_subprogram: return NAMED_FUNCTION;
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
    case DW_TAG_typedef:
    case DW_TAG_base_type:
    case DW_TAG_enumeration_type: return NAMED_TYPE;
    default: return NAMED_NONE;
    }
}

static void collect(struct unit_names *u, Dwarf_Die *parent)
{
    Dwarf_Die child;
    for (int none = dwarf_child(parent, &child); none == 0; none = dwarf_siblingof(&child, &child)) {
        enum named_kind kind = kind_of(dwarf_tag(&child));
        const char *name = kind ? dwarf_diename(&child) : NULL;
        if (dwarf_tag(&child) == DW_TAG_namespace)
            collect(u, &child);
        if (!name)
            continue;
        if (u->count == u->capacity) {
            u->capacity = u->capacity ? 2 * u->capacity : 256;
            u->at = resize(u->at, u->capacity * sizeof *u->at);
        }
        u->at[u->count++] = (struct named){name, kind, child};
    }
}

static int by_name(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    if (order == 0)
        order = (int)x->kind - (int)y->kind;
    if (order == 0)
        order = dwarf_hasattr((Dwarf_Die *)&x->die, DW_AT_declaration) - dwarf_hasattr((Dwarf_Die *)&y->die, DW_AT_declaration);
    return order;
}

static const struct unit_names *names_of(struct scope_names *n, Dwarf_Die *unit)
{
    for (size_t i = 0; i < n->units; i++)
        if (n->unit[i].unit == unit->addr)
            return &n->unit[i];
    n->unit = resize(n->unit, (n->units + 1) * sizeof *n->unit);
    struct unit_names *u = &n->unit[n->units++];
    *u = (struct unit_names){.unit = unit->addr};
    collect(u, unit);
    if (u->count)
        qsort(u->at, u->count, sizeof *u->at, by_name);
    return u;
}

/* By name, and by kind among those of one name. */
static bool comes_before(const struct named *n, const char *name, enum named_kind kind)
{
    int order = strcmp(n->name, name);
    return order < 0 || (order == 0 && n->kind < kind);
}

static bool find_in_unit(const struct unit_names *u, const char *name, enum named_kind kind, Dwarf_Die *die)
{
    size_t first = LOWER_BOUND(i, u->count, comes_before(&u->at[i], name, kind));
    if (first == u->count || u->at[first].kind != kind || strcmp(u->at[first].name, name) != 0)
        return false;
    *die = u->at[first].die;
    return true;
}

/* --- scopes -------------------------------------------------------------------------------------------------------------- */

static bool is_function(Dwarf_Die *die)
{
    int tag = dwarf_tag(die);
    return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
}

bool scope_open(struct scope_names *n, uint64_t pc, struct scope *scope)
{
    *scope = (struct scope){.names = n, .code = symbols_unit(n->symbols, pc)};
    if (!scope->code)
        return false;
    Dwarf_Die unit = scope->code->unit;
    int around = function_scopes(n->symbols->functions, &unit, pc - scope->code->bias, &scope->at);
    while (scope->count < around && !is_function(&scope->at[scope->count++])) /* what it was inlined into is another scope */
        ;
    return scope->count > 0;
}

void scope_close(struct scope *scope)
{
    free(scope->at);
}

static bool is_called(Dwarf_Die *die, const char *name)
{
    const char *word = dwarf_diename(die);
    return word && strcmp(word, name) == 0;
}

/* In the scope itself, then in blocks inside of it: instructions of a block may lie outside of what is said to be its range. */
static bool find_local(Dwarf_Die *scope, const char *name, Dwarf_Die *die)
{
    Dwarf_Die child;
    for (int none = dwarf_child(scope, &child); none == 0; none = dwarf_siblingof(&child, &child)) {
        int tag = dwarf_tag(&child);
        if ((tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) && is_called(&child, name)) {
            *die = child;
            return true;
        }
    }
    for (int none = dwarf_child(scope, &child); none == 0; none = dwarf_siblingof(&child, &child))
        if (dwarf_tag(&child) == DW_TAG_lexical_block && find_local(&child, name, die))
            return true;
    return false;
}

bool scope_variable(const struct scope *scope, const char *name, Dwarf_Die *type)
{
    Dwarf_Die die, unit = scope->code->unit;
    for (int i = 0; i < scope->count; i++) {
        bool local = is_function(&scope->at[i]) || dwarf_tag(&scope->at[i]) == DW_TAG_lexical_block;
        if (local && find_local(&scope->at[i], name, &die))
            return types_of(&die, type);
    }
    return find_in_unit(names_of(scope->names, &unit), name, NAMED_VARIABLE, &die) && types_of(&die, type);
}

/* A parameter of the template that a function, or the class whose function it is, was made from. */
static bool find_argument(Dwarf_Die *die, const char *name, Dwarf_Die *type)
{
    Dwarf_Die child, at = *die;
    Dwarf_Attribute origin;
    for (bool more = true; more; more = dwarf_attr(&at, DW_AT_abstract_origin, &origin) && dwarf_formref_die(&origin, &at))
        for (int none = dwarf_child(&at, &child); none == 0; none = dwarf_siblingof(&child, &child))
            if (dwarf_tag(&child) == DW_TAG_template_type_parameter && is_called(&child, name))
                return types_of(&child, type);
    return false;
}

/* The class of which the function is a member: what `this` points to. */
static bool class_of(Dwarf_Die *function, Dwarf_Die *class)
{
    Dwarf_Die this, pointer;
    return find_local(function, "this", &this) && types_of(&this, &pointer) && type_pointee(&pointer, class);
}

bool scope_type(const struct scope *scope, const char *name, Dwarf_Die *type)
{
    Dwarf_Die class, unit = scope->code->unit;
    for (int i = 0; i < scope->count; i++) {
        if (!is_function(&scope->at[i]))
            continue;
        if (find_argument(&scope->at[i], name, type) || (class_of(&scope->at[i], &class) && find_argument(&class, name, type)))
            return true;
    }
    return find_in_unit(names_of(scope->names, &unit), name, NAMED_TYPE, type);
}

bool scope_function(const struct scope *scope, const char *name, Dwarf_Die *type)
{
    Dwarf_Die die, unit = scope->code->unit;
    return find_in_unit(names_of(scope->names, &unit), name, NAMED_FUNCTION, &die) && types_of(&die, type);
}

bool scope_returns(const struct scope *scope, Dwarf_Die *type)
{
    for (int i = 0; i < scope->count; i++)
        if (is_function(&scope->at[i]))
            return types_of(&scope->at[i], type);
    return false;
}

bool scope_complete(struct scope_names *n, Dwarf_Die *type)
{
    Dwarf_Die inner = *type;
    if (!types_strip(&inner) || !dwarf_hasattr(&inner, DW_AT_declaration))
        return true;
    const char *name = dwarf_diename(&inner);
    for (size_t i = 0; name && i < n->symbols->code_count; i++) {
        Dwarf_Die unit = n->symbols->code[i].unit, found;
        if (find_in_unit(names_of(n, &unit), name, NAMED_TYPE, &found) && !dwarf_hasattr(&found, DW_AT_declaration)) {
            *type = found;
            return true;
        }
    }
    return false;
}
