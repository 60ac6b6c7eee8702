/* atomics_json.c - see atomics_json.h. */
#include "tool/report/atomics_json.h"

#include <inttypes.h>

#include "model/op.h"
#include "model/order_words.h"
#include "tool/binary/symbols/variables.h"
#include "tool/cli/json_text.h"
#include "tool/cli/util.h"

enum { MOST_INLINED = 16 };

static uint32_t count_of(const struct wire *w)
{
    return w->atomics < WIRE_MAX_ATOMICS ? w->atomics : WIRE_MAX_ATOMICS;
}

static json_t *address(uint64_t at)
{
    return json_string(format_text("0x%" PRIx64, at));
}

/* What is neither the program's nor of a library of its own is as it is. */
static bool is_elsewhere(const struct wire *w, const struct wire_atomic *a)
{
    uint64_t module = a->at >> WIRE_AT_MODULE;
    if (module >= w->modules || module >= WIRE_MAX_MODULES)
        return true;
    const struct wire_module *m = &w->module[module];
    return !wire_module_is_programs(m) || starts_with(path_base(m->path), "libmazurka-");
}

static uint64_t code_of(const struct wire *w, uint64_t at)
{
    uint64_t module = at >> WIRE_AT_MODULE, offset = at & (((uint64_t)1 << WIRE_AT_MODULE) - 1);
    return offset + (module < w->modules && module < WIRE_MAX_MODULES ? w->module[module].base : 0);
}

/* Addresses of what it accesses; null: more than were counted. */
static json_t *cells_of(const struct wire_atomic *a)
{
    if (a->cells > WIRE_MAX_CELLS)
        return json_null();
    json_t *all = json_array();
    for (unsigned i = 0; i < a->cells; i++)
        append(all, json_integer((json_int_t)a->cell[i]));
    return all;
}

static json_t *program_order(const struct wire *w)
{
    if (w->follows_lost || w->atomics_lost)
        return json_null();
    json_t *all = json_array();
    for (uint32_t i = 0; i < w->follows && i < WIRE_MAX_FOLLOWS; i++) {
        const struct wire_follows *f = &w->follow[i];
        if (f->first < WIRE_MAX_WAYPOINTS && f->then < WIRE_MAX_WAYPOINTS)
            append(all, json_pack("[o,o]", address(w->waypoint[f->first]), address(w->waypoint[f->then])));
    }
    return all;
}

/* Innermost first. What was inlined from headers of the C++ library is not what a user has written. */
static json_t *places_of(struct symbols *s, uint64_t pc)
{
    struct chain_place chain[MOST_INLINED];
    json_t *array = json_array();
    size_t count = symbols_chain(s, pc, chain, MOST_INLINED), first = 0;
    while (first + 1 < count && chain[first].place.library)
        first++;
    for (size_t i = first; i < count; i++) {
        const struct place *p = &chain[i].place;
        append(array, json_pack("{s:s?,s:i,s:i,s:s?,s:b}", "file", p->file, "line", p->line, "column", chain[i].column, "function",
            p->function, "library", p->library));
    }
    return array;
}

static json_t *atomic_of(const struct wire *w, struct symbols *s, const struct wire_atomic *a)
{
    json_t *o = json_object();
    struct value_type type = {.kind = VALUE_UNKNOWN};
    char *object = a->addr ? variables_name(s, a->addr, a->size, &type) : NULL;
    put(o, "address", address(a->at));
    put(o, "operation", json_string(a->kind < OP_KINDS ? op_info[a->kind].name : "?"));
    put(o, "order", text_or_null(order_word(a->order)));
    if (a->kind == OP_ATOMIC_CAS)
        put(o, "failure", text_or_null(order_word(a->failure)));
    put(o, "object", text_or_null(object));
    put(o, "in_setup", json_boolean(a->met == WIRE_MET_IN_SETUP));
    put(o, "integer", json_boolean(type.kind == VALUE_SIGNED || type.kind == VALUE_UNSIGNED || type.kind == VALUE_CHARACTER));
    put(o, "elsewhere", json_boolean(is_elsewhere(w, a)));
    put(o, "thread", a->several || a->met == WIRE_MET_IN_SETUP ? json_null() : json_integer(a->thread));
    put(o, "cells", cells_of(a));
    put_number(o, "size", a->size);
    put(o, "places", places_of(s, code_of(w, a->at)));
    return o;
}

json_t *atomics_json(const struct wire *wire)
{
    struct symbols *s = symbols_open(wire);
    json_t *all = json_array();
    for (uint32_t i = 0; i < count_of(wire); i++)
        append(all, atomic_of(wire, s, &wire->atomic[i]));
    symbols_close(s);
    return json_pack("{s:o,s:o,s:b}", "operations", all, "program_order", program_order(wire), "others", wire->atomics_lost != 0);
}

json_t *atomics_met(const struct wire *wire)
{
    json_t *all = json_array();
    for (uint32_t i = 0; i < count_of(wire); i++)
        append(all, address(wire->atomic[i].at));
    return all;
}
