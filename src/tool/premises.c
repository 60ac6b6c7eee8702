/* premises.c - see premises.h. Each premise is a function that returns its phrase, or NULL where the verdict does without it. */
#include "tool/premises.h"

typedef char *premise(const struct report *report);

static premise *const premises[] = {
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
