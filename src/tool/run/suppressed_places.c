/* suppressed_places.c - see suppressed_places.h. */
#include "tool/run/suppressed_places.h"

#include <string.h>

#include "tool/binary/symbols/demangle.h"

void name_add(struct strings *names, const char *name)
{
    if (name && *name)
        strings_add(names, name);
}

void place_names_add(struct strings *names, const struct place *p)
{
    name_add(names, p->function);
    if (p->function) {
        name_add(names, demangle(p->function));
        name_add(names, demangle_function(p->function));
    }
    name_add(names, p->file);
}

void call_names_add(struct strings *names, struct symbols *symbols, uint64_t pc)
{
    struct place p = symbols_call(symbols, pc);
    if (pc && !symbols_in_runtime(symbols, pc))
        place_names_add(names, &p);
}

bool suppression_matches_one(const struct suppression *s, const struct strings *names)
{
    for (size_t i = 0; i < names->count; i++)
        if (suppression_matches(s, names->at[i]))
            return true;
    return false;
}

bool suppressed_by_place(const struct suppressions *s, struct symbols *symbols, const struct fault *fault)
{
    struct strings names = {0};
    call_names_add(&names, symbols, fault->pc);
    call_names_add(&names, symbols, fault->other_pc);
    for (size_t i = 0; s && i < s->count; i++)
        if (s->at[i].fault == fault->kind && (suppression_matches_one(&s->at[i], &names) || strcmp(s->at[i].pattern, "*") == 0))
            return true;
    return false;
}
