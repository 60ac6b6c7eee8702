/* memory_orders.c - see memory_orders.h. */
#include "tool/result/memory_orders.h"

#include <string.h>

#include "model/op.h"
#include "tool/binary/names/naming.h"

static bool is_weak(const struct report *r)
{
    return r->search->config.memory_model == WIRE_MEMORY_C11;
}

static const char *atomic_word(unsigned kind)
{
    switch (kind) {
    case OP_ATOMIC_LOAD: return "load";
    case OP_ATOMIC_STORE: return "store";
    case OP_ATOMIC_CAS: return "compare-and-exchange";
    default: return "update";
    }
}

static char *sequential_consistency(const struct wire *w)
{
    struct naming n = {.wire = w, .symbols = symbols_open(w)};
    const char *order = name_order(w->weak_order);
    struct value_type ignored;
    struct place place = naming_place(&n, w->weak.stack, w->weak.stack_used);
    char *name = variables_name(n.symbols, w->weak.addr, w->weak.size, &ignored);
    char *member = name ? strstr(name, "._") : NULL; /* of std::atomic: none of the program's own */
    if (member)
        *member = '\0';
    char *phrase = format_text("under sequential consistency (%s %s%s%s %s %s)", order ? order : "weak", atomic_word(w->weak.kind),
        name ? " of " : "", name ? name : "", place.library && place.function ? "in" : "at",
        place.library && place.function ? place.function : symbols_line(n.symbols, &place));
    symbols_close(n.symbols);
    return phrase;
}

char *memory_orders_premise(const struct report *r)
{
    const struct wire *w = r->search->wire;
    if (!is_weak(r))
        return w->weak_atomics ? sequential_consistency(w) : NULL;
    return format_text("under RC11 (no load buffering)%s",
        r->search->config.race == WIRE_RACE_OFF ? ", with plain accesses in the order of their execution (--race=off)" : "");
}

char *memory_orders_note(const struct report *r)
{
    return r->search->wire->weak_atomics && !is_weak(r) && r->settings->models < MODELS_BOTH
        ? format_text("--memory-model=c11 explores what atomic operations weaker than seq_cst may read")
        : NULL;
}

/* --- what was left out --------------------------------------------------------------------------------------------------- */

/* " at f.c:12"; places in the runtime have no name. */
static char *at_place(const struct wire *w, uint64_t pc)
{
    struct symbols *symbols = symbols_open(w);
    struct place p = symbols_call(symbols, pc);
    char *text = format_text(" at %s", symbols_line(symbols, &p));
    symbols_close(symbols);
    return strncmp(text, " at 0x", 6) == 0 ? format_text("%s", "") : text;
}

static bool is_mixed(const struct wire *w)
{
    return w->weak_ordered && w->weak_loose;
}

bool memory_orders_mixed(const struct report *r)
{
    return is_weak(r) && is_mixed(r->search->wire);
}

bool memory_orders_only_mixed(const struct report *r)
{
    const struct wire *w = r->search->wire;
    char *mixed = memory_orders_mixed(r) && r->verdict == VERDICT_COVERED ? memory_orders_lost(r) : NULL;
    for (unsigned i = 0; i < WIRE_WEAK_LOSSES; i++)
        if (w->weak_lost[i])
            return false;
    return mixed && strstr(r->reason, mixed) != NULL;
}

bool memory_orders_only_stale(const struct report *r)
{
    const struct wire *w = r->search->wire;
    for (unsigned i = 0; i < WIRE_WEAK_LOSSES; i++)
        if (w->weak_lost[i] && i != WIRE_WEAK_STALE)
            return false;
    return w->weak_lost[WIRE_WEAK_STALE] && !is_mixed(w);
}

char *memory_orders_lost(const struct report *r)
{
    static const char *const losses[WIRE_WEAK_LOSSES] = {
        [WIRE_WEAK_SIZES] = "an atomic object that is accessed in several sizes is taken for sequentially consistent",
        [WIRE_WEAK_STRUCTURES] = "an atomic structure that no instruction can exchange is taken for sequentially consistent",
        [WIRE_WEAK_UNSEEN] = "an atomic object that was written unseen is taken for sequentially consistent",
        [WIRE_WEAK_OUTSIDE] = "a call of code without hooks, or of a library with state of its own, is taken to order threads",
        [WIRE_WEAK_PLACES] = "there are more than 256 atomic objects at a time: the others are taken for sequentially consistent",
        [WIRE_WEAK_MESSAGES] = "there is room for 31 values of an atomic object that may still be read: older ones were dropped",
    };
    const struct wire *w = r->search->wire;
    char *text = NULL;
    if (!is_weak(r))
        return NULL;
    for (unsigned i = 0; i < WIRE_WEAK_LOSSES; i++) {
        if (!w->weak_lost[i] || !losses[i])
            continue;
        char *one = format_text("%s%s", losses[i], at_place(w, w->weak_lost[i]));
        text = text ? format_text("%s; %s", text, one) : one;
    }
    if (w->weak_lost[WIRE_WEAK_STALE]) {
        unsigned stale = r->search->config.stale;
        char *one = format_text("values with more than %u newer ones were not read (--stale=%u)", stale, stale);
        text = text ? format_text("%s; %s", text, one) : one;
    }
    if (is_mixed(w)) {
        char *mixed = format_text(
            "sequentially consistent operations%s are mixed with weaker ones%s, of which RC11 allows a few outcomes more",
            at_place(w, w->weak_ordered), at_place(w, w->weak_loose));
        text = text ? format_text("%s; %s", text, mixed) : mixed;
    }
    return text;
}
