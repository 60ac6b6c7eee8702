/* unwritten.c - see unwritten.h.
 *
 * The schedule is followed twice, with two kinds of garbage. Memory of which a byte is the one kind here and the other there was
 * never written. Reads that have hooks are recorded: the first ones of such memory are named. A variable without hooks (a local one
 * whose address nobody takes, with gcc) is looked for in the frame of the function that failed.
 */
#include "tool/result/unwritten.h"

#include <stdlib.h>
#include <string.h>

#include "model/op_columns.h"
#include "tool/run/deadline.h"
#include "tool/run/launch.h"
#include "tool/run/name_words.h"

enum { OTHER_GARBAGE = 0x5a, MOST = 3 };

static bool is_unwritten(uint64_t a, uint64_t b, uint32_t size)
{
    for (uint32_t i = 0; i < size && i < 8; i++) {
        if ((uint8_t)(a >> 8 * i) == WIRE_GARBAGE && (uint8_t)(b >> 8 * i) == OTHER_GARBAGE)
            return true;
    }
    return false;
}

static void add(struct strings *names, char *name)
{
    if (names->count < MOST && !strings_contain(names, name))
        strings_add(names, name);
}

/* "state of job (f.c:12)". From where the two differ otherwise on, they cannot be compared. */
static struct strings name_reads(const struct naming *n, const struct naming *other)
{
    struct strings names = {0};
    uint64_t count = naming_events(n) < naming_events(other) ? naming_events(n) : naming_events(other);
    for (uint64_t i = 0; i < count; i++) {
        const struct wire_event *a = naming_event(n, i), *b = naming_event(other, i);
        struct value_type type;
        if (a->kind != b->kind || a->thread != b->thread || a->addr != b->addr || a->pc != b->pc)
            break;
        if (a->kind >= OP_KINDS || !op_has(a->kind, OP_FINDS) || !is_unwritten(a->before, b->before, a->size))
            continue;
        struct place place = symbols_call(n->symbols, a->pc);
        add(&names, format_text("%s (%s)", name_data(n, i, a->addr, a->size, &type), symbols_line(n->symbols, &place)));
    }
    return names;
}

static const struct wire_word *word_at(const struct wire *w, uint64_t addr)
{
    for (uint64_t i = 0; i < w->sample[0].words; i++) {
        if (wire_words(w)[i].addr == addr)
            return &wire_words(w)[i];
    }
    return NULL;
}

/* Variables of the function in which the thread has stopped, four bytes at a time. */
static struct strings name_frame(const struct naming *n, const struct naming *other, unsigned thread)
{
    struct strings names = {0};
    uint64_t pc = 0;
    if (n->wire->samples != 1 || other->wire->samples != 1)
        return names;
    for (uint64_t i = 0; i < n->wire->sample[0].words; i++) {
        const struct wire_word *a = &wire_words(n->wire)[i];
        if (a->kind != WIRE_WORD_STACK || a->thread != thread || a->pc == 0)
            continue;
        pc = pc ? pc : a->pc;
        const struct wire_word *b = a->pc == pc ? word_at(other->wire, a->addr) : NULL;
        for (unsigned half = 0; b && half < 2; half++) {
            struct value_type type;
            char *name = is_unwritten(a->value >> 32 * half, b->value >> 32 * half, 4)
                ? name_data(n, AT_THE_END, a->addr + 4 * half, 4, &type) : NULL;
            if (name && strncmp(name, "0x", 2) != 0 && !strstr(name, "stack"))
                add(&names, name);
        }
    }
    return names;
}

static char *join(const struct strings *names)
{
    char *text = names->at[0];
    for (size_t i = 1; i < names->count; i++)
        text = format_text("%s, %s", text, names->at[i]);
    return text;
}

static struct naming follow(struct launch *replay, const struct report *r, const struct finding *f, uint8_t garbage)
{
    const struct wire *w = f->replay.wire;
    struct launch like = *r->search;
    like.config.garbage = garbage;
    like.config.samples = 1;
    launch_replay(replay, &like, wire_ranges(w), w->ranges, f->schedule, f->schedule_count);
    return (struct naming){.wire = replay->wire, .symbols = symbols_open(replay->wire)};
}

void unwritten_tell(struct report *r)
{
    const struct finding *f = r->findings;
    struct launch one, two;
    if (!r->search->config.fresh || r->finding_count == 0 || f->doubt || !f->replay.wire || deadline_left() == 0)
        return;
    struct naming n = follow(&one, r, f, WIRE_GARBAGE), other = follow(&two, r, f, OTHER_GARBAGE);
    struct strings names = name_reads(&n, &other);
    if (names.count)
        strings_addf(&r->notes, "read before the first write: %s", join(&names));
    else if ((names = name_frame(&n, &other, f->fault.thread)).count)
        strings_addf(&r->notes, "never written before the failure: %s", join(&names));
    launch_free(&one);
    launch_free(&two);
}
