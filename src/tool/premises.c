/* premises.c - see premises.h. Each premise is a function that returns its phrase, or NULL where the verdict does without it. */
#include "tool/premises.h"

typedef char *premise(const struct report *report);

/* "WHAT f.c:12, f.c:30", of places that the runtime has noted, up to `most`; NULL where there are none. */
static char *with_places(const struct report *r, const char *what, const uint64_t place[WIRE_MAX_PLACES], unsigned most)
{
    char *phrase = NULL;
    struct symbols *symbols = place[0] ? symbols_open(r->search->wire) : NULL;
    for (unsigned i = 0; symbols && i < most && place[i]; i++) {
        struct place p = symbols_call(symbols, place[i]);
        phrase = format_text("%s%s %s", phrase ? phrase : what, phrase ? "," : "", symbols_line(symbols, &p));
    }
    if (symbols)
        symbols_close(symbols);
    return phrase;
}

/* In some state nobody could move but by them. */
static char *time_outs(const struct report *r)
{
    return with_places(r, "relying on the time-out at", r->search->wire->relied, WIRE_MAX_PLACES);
}

/* probe/heap.c */
static char *addresses(const struct report *r)
{
    return with_places(r, "without giving blocks out again that were just freed (--reuse=choose does) at", r->search->wire->reusable, 1);
}

/* probe/clock.h */
static char *end_of_time(const struct report *r)
{
    return r->search->wire->clock_stopped ? format_text("for 36 years of the program's clock, which sleeps and time-outs move") : NULL;
}

static premise *const premises[] = {
    time_outs,
    end_of_time,
    addresses,
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
