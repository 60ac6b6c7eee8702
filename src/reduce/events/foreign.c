/* foreign.c - see foreign.h. */
#include "reduce/events/foreign.h"

#include <string.h>

#include "base/reserve.h"

/* Number of each here, by the number that it has there. */
struct foreign {
    uint32_t  labels, events, sets, ends; /* that have come; ends: of sets, whose words may still be on the way */
    uint64_t  words;           /* of all sets */
    label    *label;
    event    *event;
    summary  *set;
    uint32_t *end;             /* of a set, among the words of all */
    size_t    label_bytes, event_bytes, set_bytes, end_bytes;
    uint32_t  begun;           /* words of the set that comes next, and what it is here: */
    struct events ours;
    uint64_t  word[EVENT_WORDS];
};

static void define_fixed(struct foreign *f)
{
    f->labels = LABELS_FIXED;
    f->events = MAX_THREADS;
    f->sets = f->ends = SUMMARY_ALL + 1;
    f->words = f->begun = 0;
    f->ours.word = f->word;
    events_clear(&f->ours);
    for (label a = 0; a < f->labels; a++)
        f->label[a] = a;
    for (event e = 0; e < f->events; e++)
        f->event[e] = e; /* each thread's own one that depends on everything: labels.c */
    for (summary a = 0; a < f->sets; a++)
        f->set[a] = a;
}

struct foreign *foreign_open(void)
{
    size_t bytes = sizeof(struct foreign);
    struct foreign *f = reserve(&bytes, bytes);
    if (!f)
        return NULL;
    f->label_bytes = LABELS * sizeof *f->label;
    f->event_bytes = EVENTS * sizeof *f->event;
    f->set_bytes = f->end_bytes = reserve_machine() / 8;
    f->label = reserve(&f->label_bytes, f->label_bytes);
    f->event = reserve(&f->event_bytes, f->event_bytes);
    f->set = reserve(&f->set_bytes, 1 << 16);
    f->end = reserve(&f->end_bytes, 1 << 16);
    if (f->label && f->event && f->set && f->end) {
        define_fixed(f);
        return f;
    }
    foreign_close(f);
    return NULL;
}

void foreign_close(struct foreign *f)
{
    reserve_release(f->label, f->label_bytes);
    reserve_release(f->event, f->event_bytes);
    reserve_release(f->set, f->set_bytes);
    reserve_release(f->end, f->end_bytes);
    reserve_release(f, sizeof *f);
}

void foreign_clear(struct foreign *f)
{
    define_fixed(f);
}

static bool take_labels(struct foreign *f, struct labels *labels, const void *things, size_t bytes)
{
    uint32_t count = labels_adopt(labels, things, bytes, f->label + f->labels, LABELS - f->labels);
    f->labels += count;
    return count > 0;
}

static bool take_events(struct foreign *f, struct labels *labels, const void *things, size_t bytes)
{
    uint32_t count = events_adopt(labels, things, bytes, f->label, f->labels, f->event + f->events, EVENTS - f->events);
    f->events += count;
    return count > 0;
}

static bool take_ends(struct foreign *f, const uint32_t *ends, size_t count)
{
    size_t room = f->end_bytes / sizeof *f->end, sets = f->set_bytes / sizeof *f->set;
    for (size_t i = 0; i < count; i++) {
        uint32_t before = f->ends > SUMMARY_ALL + 1 ? f->end[f->ends - 1] : 0;
        if (f->ends >= room || f->ends >= sets || ends[i] <= before || ends[i] - before > EVENT_WORDS)
            return false;
        f->end[f->ends++] = ends[i];
    }
    return true;
}

/* The next word of the next set; with its last one the set is whole. */
static bool take_word(struct foreign *f, struct summaries *summaries, uint64_t bits)
{
    if (f->sets == f->ends)
        return false;
    for (; bits; bits &= bits - 1) {
        uint64_t theirs = (uint64_t)f->begun * 64 + (unsigned)__builtin_ctzll(bits);
        if (theirs >= f->events)
            return false;
        events_add(&f->ours, f->event[theirs]);
    }
    f->begun++;
    if (++f->words == f->end[f->sets]) {
        f->set[f->sets++] = summary_of_events(summaries, &f->ours);
        events_clear(&f->ours);
        f->begun = 0;
    }
    return true;
}

bool foreign_take(struct foreign *f, struct labels *labels, struct summaries *summaries, enum record_kind kind, const void *things,
                  size_t bytes)
{
    bool fits = true;
    switch (kind) {
    case RECORD_LABELS: return take_labels(f, labels, things, bytes);
    case RECORD_EVENTS: return take_events(f, labels, things, bytes);
    case RECORD_SET_ENDS: return take_ends(f, things, bytes / sizeof(uint32_t));
    case RECORD_SET_WORDS:
        for (size_t i = 0; fits && i < bytes / sizeof(uint64_t); i++)
            fits = take_word(f, summaries, ((const uint64_t *)things)[i]);
        return fits;
    default: return false;
    }
}

bool foreign_summary(const struct foreign *f, summary theirs, summary *ours)
{
    if (theirs >= f->sets)
        return false;
    *ours = f->set[theirs];
    return true;
}
