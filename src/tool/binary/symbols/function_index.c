/* function_index.c - see function_index.h. */
#include "tool/binary/symbols/function_index.h"

#include <dwarf.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/lower_bound.h"
#include "tool/cli/util.h"

struct piece { /* of a function's code */
    Dwarf_Addr low, high;
    Dwarf_Die  function;
};

struct unit_functions {
    void         *unit; /* where its entry lies */
    struct piece *at;   /* by address */
    size_t        count, capacity;
};

struct function_index {
    struct unit_functions *units;
    size_t count, last;
};

struct function_index *function_index_new(void)
{
    return allocate(sizeof(struct function_index));
}

void function_index_free(struct function_index *x)
{
    for (size_t i = 0; x && i < x->count; i++)
        free(x->units[i].at);
    if (x)
        free(x->units);
    free(x);
}

/* --- the functions of a unit ----------------------------------------------------------------------------------------------- */

static void add_pieces(struct unit_functions *u, Dwarf_Die *function)
{
    Dwarf_Addr base, low, high;
    for (ptrdiff_t next = 0; (next = dwarf_ranges(function, next, &base, &low, &high)) > 0;) {
        if (u->count == u->capacity) {
            u->capacity = u->capacity ? 2 * u->capacity : 256;
            u->at = resize(u->at, u->capacity * sizeof *u->at);
        }
        u->at[u->count++] = (struct piece){low, high, *function};
    }
}

/* Functions stand beside each other, in namespaces, and in classes that are local to functions. */
static void collect(struct unit_functions *u, Dwarf_Die *around)
{
    Dwarf_Die child;
    for (int none = dwarf_child(around, &child); none == 0; none = dwarf_siblingof(&child, &child)) {
        int tag = dwarf_tag(&child);
        if (tag == DW_TAG_subprogram)
            add_pieces(u, &child);
        if (tag == DW_TAG_subprogram || tag == DW_TAG_namespace || tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
            tag == DW_TAG_union_type || tag == DW_TAG_lexical_block)
            collect(u, &child);
    }
}

static int by_address(const void *a, const void *b)
{
    const struct piece *x = a, *y = b;
    return x->low < y->low ? -1 : x->low > y->low;
}

static const struct unit_functions *functions_of(struct function_index *x, Dwarf_Die *unit)
{
    if (x->last < x->count && x->units[x->last].unit == unit->addr)
        return &x->units[x->last];
    for (x->last = 0; x->last < x->count && x->units[x->last].unit != unit->addr; x->last++)
        ;
    if (x->last == x->count) {
        struct unit_functions u = {.unit = unit->addr};
        collect(&u, unit);
        if (u.count > 0)
            qsort(u.at, u.count, sizeof *u.at, by_address);
        x->units = resize(x->units, (x->count + 1) * sizeof *x->units);
        x->units[x->count++] = u;
    }
    return &x->units[x->last];
}

static bool function_at(const struct unit_functions *u, Dwarf_Addr pc, Dwarf_Die *function)
{
    size_t after = LOWER_BOUND(i, u->count, u->at[i].low <= pc);
    if (after == 0 || pc >= u->at[after - 1].high)
        return false;
    *function = u->at[after - 1].function;
    return true;
}

/* --- scopes ---------------------------------------------------------------------------------------------------------------- */

/* The block or inlined function directly inside of `scope` that has the address. */
static bool scope_inside(Dwarf_Die *scope, Dwarf_Addr pc, Dwarf_Die *inner)
{
    Dwarf_Die child;
    for (int none = dwarf_child(scope, &child); none == 0; none = dwarf_siblingof(&child, &child)) {
        int tag = dwarf_tag(&child);
        if ((tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine) && dwarf_haspc(&child, pc) == 1) {
            *inner = child;
            return true;
        }
    }
    return false;
}

int function_scopes(struct function_index *x, Dwarf_Die *unit, Dwarf_Addr pc, Dwarf_Die **scopes)
{
    Dwarf_Die at, *found = NULL;
    int count = 0;
    *scopes = NULL;
    if (!function_at(functions_of(x, unit), pc, &at))
        return 0;
    do {
        found = resize(found, (size_t)(count + 1) * sizeof *found);
        found[count++] = at;
    } while (scope_inside(&found[count - 1], pc, &at));
    for (int i = 0; i < count / 2; i++) {
        Dwarf_Die outer = found[i];
        found[i] = found[count - 1 - i];
        found[count - 1 - i] = outer;
    }
    *scopes = found;
    return count;
}
