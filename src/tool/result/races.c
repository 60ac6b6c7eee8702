/* races.c - see races.h. */
#include "tool/result/races.h"

#include <inttypes.h>
#include <string.h>

#include "model/op.h"
#include "tool/binary/names/outlined.h"
#include "tool/binary/names/steps.h"
#include "tool/binary/symbols/use.h"

const char *race_verb(const struct wire_access *a)
{
    static const char *const verbs[2][2] = {{"read", "write"}, {"atomic read", "atomic write"}};
    return a->kind == OP_FREE ? "free" : verbs[a->atomic != 0][a->write != 0];
}

static char *side(const struct naming *n, const struct wire_access *a)
{
    const uint64_t *stack;
    uint32_t used = race_stack(n, a, &stack);
    struct place place = used ? naming_place(n, stack, used) : symbols_call(n->symbols, a->pc);
    char *line = symbols_line(n->symbols, &place);
    return place.function ? format_text("by thread %" PRIu32 " at %s in %s", a->thread, line, place.function)
                          : format_text("by thread %" PRIu32 " at %s", a->thread, line);
}

char *race_object(const struct naming *n, const struct wire_access *a)
{
    struct use use = {.pc = a->pc}, *before = use_set(n->symbols, &use);
    uint32_t size = a->kind == OP_FREE ? 0 : a->size;
    char *name = a->block ? name_block(n, a->block, a->block_size, a->block_pc, a->addr, size)
                          : name_object(n, AT_THE_END, a->addr, a->size);
    use_set(n->symbols, before);
    struct value_type ignored;
    char *shared = strstr(name, "'s stack + ") ? outlined_name(n->symbols, a->pc, a->size, &ignored) : NULL;
    return shared ? shared : name;
}

char *race_variable(const struct naming *n, const struct wire_access a[2])
{
    bool second_inside = a[1].addr >= a[0].addr && a[1].size < a[0].size;
    return race_object(n, second_inside ? &a[1] : &a[0]); /* the smaller one says more */
}

char *race_text(const struct naming *n, const struct wire_access a[2])
{
    char *object = race_variable(n, a);
    return format_text("%s of %s %s, and %s %s", race_verb(&a[0]), object, side(n, &a[0]), race_verb(&a[1]), side(n, &a[1]));
}

/* The event of an access that has happened; AT_THE_END if there is none. */
static uint64_t event_of(const struct naming *n, const struct wire_access *a)
{
    for (uint64_t i = naming_events(n); a->performed && i > 0; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        if (e->thread == a->thread && e->pc == a->pc)
            return i - 1;
    }
    return AT_THE_END;
}

uint32_t race_stack(const struct naming *n, const struct wire_access *a, const uint64_t **stack)
{
    const struct wire_event *e = naming_event(n, event_of(n, a));
    *stack = e ? e->stack : a->stack;
    uint32_t used = e ? e->stack_used : a->stack_used;
    return used < WIRE_STACK ? used : WIRE_STACK;
}

struct strings race_held(const struct naming *n, const struct wire_access *a)
{
    return steps_held(n, a->thread, event_of(n, a));
}

static bool same_line(const struct place *a, const struct place *b)
{
    return a->line && a->file && b->file ? a->line == b->line && strcmp(a->file, b->file) == 0 : a->pc == b->pc;
}

bool race_is_repeated(struct symbols *s, const struct wire *w, uint32_t index, const bool *left_out)
{
    const struct fault *f = &w->finding[index].fault;
    struct place a = symbols_call(s, f->pc), b = symbols_call(s, f->other_pc);
    for (uint32_t i = 0; i < index; i++) {
        const struct fault *g = &w->finding[i].fault;
        if (g->kind != FAULT_RACE || left_out[i])
            continue;
        struct place c = symbols_call(s, g->pc), d = symbols_call(s, g->other_pc);
        if ((same_line(&a, &c) && same_line(&b, &d)) || (same_line(&a, &d) && same_line(&b, &c)))
            return true;
    }
    return false;
}
