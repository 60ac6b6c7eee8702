/* premises.c - see premises.h. Each premise is a function that returns its phrase, or NULL where the verdict does without it. */
#include "tool/premises.h"

typedef char *premise(const struct report *report);

/* Calls through pointers are announced by the compilers' plugins. */
static char *calls_into_language(const struct report *r)
{
    return r->search->wire->loose_unseen
        ? format_text("provided that no call through a pointer that has no hook leads to a function of libstdc++ that changes memory")
        : NULL;
}

static premise *const premises[] = {
    calls_into_language,
    NULL,
};

void premises_collect(struct report *r)
{
    if (r->verdict != VERDICT_VERIFIED && r->verdict != VERDICT_COVERED)
        return;
    for (premise *const *p = premises; *p; p++) {
        char *phrase = (*p)(r);
        if (phrase)
            strings_add(&r->premises, phrase);
    }
}
