/* premises.c - see premises.h. Each premise is a function that returns its phrase, or NULL where the verdict does without it. */
#include "tool/premises.h"

#include "tool/rehearsal.h"

typedef char *premise(const struct report *report);

static char *random_bytes(const struct report *r)
{
    return r->search->wire->random_taken ? format_text("with one sequence of random bytes (--entropy=N gives others)") : NULL;
}

static char *unrehearsed(const struct report *r)
{
    return rehearsal_left_out(r);
}

static premise *const premises[] = {
    random_bytes,
    unrehearsed,
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
