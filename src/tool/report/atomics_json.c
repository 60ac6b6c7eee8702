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

static json_t *address_of(const struct wire_atomic *a)
{
    return json_string(format_text("0x%" PRIx64, a->at));
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
    uint64_t pc = w->module[0].base + a->at;
    json_t *o = json_object();
    struct value_type ignored;
    char *object = a->addr ? variables_name(s, a->addr, a->size, &ignored) : NULL;
    put(o, "address", address_of(a));
    put(o, "operation", json_string(a->kind < OP_KINDS ? op_info[a->kind].name : "?"));
    put(o, "order", text_or_null(order_word(a->order)));
    if (a->kind == OP_ATOMIC_CAS)
        put(o, "failure", text_or_null(order_word(a->failure)));
    put(o, "object", text_or_null(object));
    put(o, "in_setup", json_boolean(a->met == WIRE_MET_IN_SETUP));
    put(o, "places", places_of(s, pc));
    return o;
}

json_t *atomics_json(const struct wire *wire)
{
    struct symbols *s = symbols_open(wire);
    json_t *all = json_array();
    for (uint32_t i = 0; i < count_of(wire); i++)
        append(all, atomic_of(wire, s, &wire->atomic[i]));
    symbols_close(s);
    return json_pack("{s:o,s:b}", "operations", all, "others", wire->atomics_lost != 0);
}

json_t *atomics_met(const struct wire *wire)
{
    json_t *all = json_array();
    for (uint32_t i = 0; i < count_of(wire); i++)
        append(all, address_of(&wire->atomic[i]));
    return all;
}
