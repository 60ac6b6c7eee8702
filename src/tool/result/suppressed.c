/* suppressed.c - see suppressed.h. */
#include "tool/result/suppressed.h"

#include <string.h>

#include "tool/binary/names/steps.h"
#include "tool/binary/symbols/demangle.h"
#include "tool/result/races.h"
#include "tool/run/suppressed_places.h"

/* --- names ------------------------------------------------------------------------------------------------------------------ */

/* Findings at the same places in the machine code are told once. Names of these places are those of all such findings; the others, of
 * variables and of calls, may be of the first one only. */
struct finding_names {
    struct strings places, others;
    struct strings outer; /* calls that led there */
};

static void add_stack(struct strings *names, const struct naming *n, const uint64_t *stack, uint32_t used)
{
    for (uint32_t i = 0; i < used && i < WIRE_STACK; i++)
        call_names_add(names, n->symbols, stack[i]);
}

static void add_race(struct finding_names *names, const struct finding *f)
{
    char *variable = race_variable(&f->naming, f->access);
    name_add(&names->others, variable);
    name_add(&names->others, format_text("%.*s", (int)strcspn(variable, "[.-"), variable));
    for (int i = 0; i < 2; i++) {
        const uint64_t *stack;
        uint32_t used = race_stack(&f->naming, &f->access[i], &stack);
        call_names_add(&names->places, f->naming.symbols, f->access[i].pc);
        add_stack(&names->outer, &f->naming, stack, used);
    }
}

static bool is_of(const struct fault *f, const struct wire_waiter *w)
{
    return f->kind == FAULT_DEADLOCK ? threadset_has(threadset_unpack(&f->threads), w->thread) : w->thread == f->thread;
}

static struct finding_names names_of(const struct finding *f)
{
    struct finding_names names = {0};
    const struct naming *n = &f->naming;
    if (f->fault.kind == FAULT_RACE) {
        add_race(&names, f);
        return names;
    }
    call_names_add(&names.places, n->symbols, f->fault.pc);
    name_add(&names.places, f->fault.function);
    name_add(&names.places, f->fault.file);
    place_names_add(&names.others, &f->place);
    call_names_add(&names.others, n->symbols, f->fault.block.pc);
    for (uint32_t i = 0; i < n->wire->waiters && i < WIRE_MAX_WAITERS; i++)
        if (is_of(&f->fault, &n->wire->waiter[i])) {
            call_names_add(&names.others, n->symbols, n->wire->waiter[i].pc);
            add_stack(&names.outer, n, n->wire->waiter[i].stack, n->wire->waiter[i].stack_used);
        }
    return names;
}

/* --- findings ---------------------------------------------------------------------------------------------------------------- */

/* Is the finding an end of all that could happen, or does the search go on behind it? Where a program ends its status is looked at last,
 * behind leaks; but first of all with --exit-status=zero. */
static bool hides_nothing(const struct report *r, const struct finding *f)
{
    enum wire_exit rule = r->search->config.exit_status;
    switch (f->fault.kind) {
    case FAULT_LEAK:     return rule != WIRE_EXIT_MIXED;
    case FAULT_EXIT:     return rule != WIRE_EXIT_ZERO;
    case FAULT_DEADLOCK: return !deadlock_is_partial(f->fault.code) && !starts_with(f->fault.text, "partial: ");
    default:             return is_only_noticed(r, f);
    }
}

/* Does it tell of others as well? Of those nothing is known but that they are there. */
static bool is_of_several(const struct finding *f)
{
    return f->fault.kind == FAULT_LEAK && f->fault.code == LEAK_AMONG_OTHERS;
}

bool finding_is_suppressed(struct report *r, struct finding *f)
{
    struct suppressions *s = r->settings->suppressions;
    struct suppression *by = NULL;
    bool exactly = false;
    if (!s || f->doubt || !f->naming.wire || !f->naming.symbols)
        return false;
    struct finding_names names = names_of(f);
    for (size_t i = 0; i < s->count && !exactly; i++) {
        if (s->at[i].fault != f->fault.kind)
            continue;
        bool place = suppression_matches_one(&s->at[i], &names.places);
        exactly = (place && !is_of_several(f)) || strcmp(s->at[i].pattern, "*") == 0;
        bool so = place || exactly || suppression_matches_one(&s->at[i], &names.others) ||
                  (!s->at[i].innermost && suppression_matches_one(&s->at[i], &names.outer));
        by = exactly || (so && !by) ? &s->at[i] : by;
    }
    if (!by)
        return false;
    strings_addf(&by->headlines, "%s", demangle_text(f->fault.kind == FAULT_RACE ? f->fault.text : f->headline));
    r->cut_by_suppressed |= !hides_nothing(r, f);
    r->loosely_suppressed |= !exactly && !is_of_several(f);
    r->leaks_besides |= !exactly && is_of_several(f);
    return true;
}

char *suppressed_text(const struct report *r)
{
    const struct suppressions *s = r->settings->suppressions;
    char *text = NULL;
    for (size_t i = 0; s && i < s->count; i++) {
        size_t count = s->at[i].headlines.count;
        const char *what = s->at[i].fault == FAULT_RACE ? "data race" : format_text("finding (%s)", fault_words[s->at[i].fault]);
        if (count)
            text = format_text("%s%s%zu %s%s suppressed by %s:%zu", text ? text : "", text ? ", " : "", count, what,
                count > 1 && s->at[i].fault == FAULT_RACE ? "s" : "", s->path, s->at[i].line);
    }
    return text;
}

static void name_unused(struct report *r)
{
    const struct suppressions *s = r->settings->suppressions;
    for (size_t i = 0; s && i < s->count; i++)
        if (!s->at[i].headlines.count)
            strings_addf(&r->notes, "%s:%zu: %s suppresses nothing", s->path, s->at[i].line, s->at[i].text);
}

void suppressed_doubt(struct report *r)
{
    name_unused(r);
    if (!suppressed_text(r))
        return;
    if (r->verdict != VERDICT_VERIFIED && r->verdict != VERDICT_COVERED) {
        strings_add(&r->notes, suppressed_text(r));
    } else if (r->search->wire->dropped) {
        r->verdict = VERDICT_UNKNOWN;
        r->reason = format_text("%s, but there are more findings than there is room for, and perhaps some that are not suppressed: %s",
            r->reason, suppressed_text(r));
    } else if (r->cut_by_suppressed) {
        r->verdict = VERDICT_COVERED;
        r->reason = format_text("%s, but not what lies behind suppressed findings", r->reason);
    } else if (r->leaks_besides) {
        r->verdict = VERDICT_COVERED;
        r->reason = format_text("%s, but beside blocks whose leak is suppressed others are lost, from elsewhere (leak:* suppresses all)",
            r->reason);
    } else if (r->loosely_suppressed) {
        r->verdict = VERDICT_COVERED;
        r->reason = format_text("%s, but a finding suppressed by its variable or a caller may stand for others at the same places (its own "
                                "function or file suppresses all of them)", r->reason);
    }
}
