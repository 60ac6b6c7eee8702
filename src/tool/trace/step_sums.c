/* step_sums.c - see step_sums.h. */
#include "tool/trace/step_sums.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/op.h"
#include "tool/cli/util.h"

enum { WIDE = 2, MANY = 4096 /* sums in a file */, FEW = 32 /* in a token */ };

/* One step after the other. */
struct walk {
    const struct wire *wire;
    uint64_t next;  /* event */
    uint64_t event; /* of the step that was taken last */
    uint64_t sum;
};

/* What lies lower is no address of the program, its heap or a stack. */
static uint64_t plain(uint64_t value)
{
    return value < 1 << 16 || value > UINT64_MAX - (1 << 16) ? value : 0;
}

static uint64_t mixed(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * 0x9e3779b97f4a7c15ULL;
    return sum ^ sum >> 29;
}

static bool has_values(unsigned kind)
{
    return op_is_access((uint8_t)kind) || (kind >= OP_ATOMIC_LOAD && kind <= OP_ATOMIC_CAS);
}

static bool take_step(struct walk *w)
{
    uint64_t events = w->wire->events < WIRE_MAX_EVENTS ? w->wire->events : WIRE_MAX_EVENTS;
    while (w->next < events) {
        const struct wire_event *e = &wire_events(w->wire)[w->next++];
        if (!e->visible || e->kind == OP_FAULT)
            continue;
        w->event = w->next - 1;
        w->sum = mixed(w->sum, (uint64_t)e->thread << 48 | (uint64_t)e->kind << 32 | e->size);
        w->sum = mixed(w->sum, e->choice);
        if (has_values(e->kind))
            w->sum = mixed(mixed(w->sum, plain(e->before)), plain(e->after));
        return true;
    }
    return false;
}

static uint64_t stride_for(uint64_t count, uint64_t most)
{
    return count > most ? (count + most - 1) / most : 1;
}

char *step_sums_of(const struct wire *replay)
{
    struct walk w = {.wire = replay};
    uint64_t count = 0, done = 0;
    while (take_step(&w))
        count++;
    uint64_t stride = stride_for(count, MANY);
    char *digits = allocate(WIDE * (count / stride + 1) + 1), *to = digits;
    w = (struct walk){.wire = replay};
    while (take_step(&w))
        if (++done % stride == 0 || done == count)
            to += sprintf(to, "%02x", (unsigned)(w.sum & 255));
    char *text = format_text("%" PRIu64 " %" PRIu64 " %s", count, stride, digits);
    free(digits);
    return text;
}

struct sums {
    uint64_t    count, stride, checks;
    size_t      width;
    const char *digits;
};

/* False: somebody has written something else there. */
static bool parse(const char *text, struct sums *s)
{
    char *end;
    s->count = text ? strtoull(text, &end, 10) : 0;
    if (s->count == 0 || s->count > WIRE_MAX_EVENTS || *end != ' ')
        return false;
    s->stride = strtoull(end, &end, 10);
    if (s->stride == 0 || s->stride > s->count || *end != ' ')
        return false;
    s->digits = end + 1;
    s->checks = (s->count + s->stride - 1) / s->stride;
    size_t length = strlen(s->digits);
    s->width = length / s->checks;
    return length % s->checks == 0 && (s->width == 1 || s->width == WIDE) && strspn(s->digits, "0123456789abcdef") == length;
}

char *step_sums_short(const char *text)
{
    struct sums s;
    if (!parse(text, &s))
        return text ? format_text("%s", text) : NULL;
    uint64_t fold = stride_for(s.checks, FEW);
    char *digits = allocate(s.checks + 1), *to = digits;
    for (uint64_t i = 1; i <= s.checks; i++)
        if (i % fold == 0 || i == s.checks)
            *to++ = s.digits[i * s.width - 1];
    char *result = format_text("%" PRIu64 " %" PRIu64 " %s", s.count, s.stride * fold, digits);
    free(digits);
    return result;
}

static bool is_sum(const struct sums *s, uint64_t check, uint64_t sum)
{
    char digits[WIDE + 1];
    snprintf(digits, sizeof digits, "%02x", (unsigned)(sum & 255));
    return strncmp(s->digits + check * s->width, digits + WIDE - s->width, s->width) == 0;
}

bool step_sums_differ(const char *text, const struct wire *replay, struct step_difference *out)
{
    struct sums s;
    struct walk w = {.wire = replay};
    if (!parse(text, &s))
        return false;
    for (uint64_t check = 0, done = 0; check < s.checks; check++) {
        uint64_t upto = (check + 1) * s.stride < s.count ? (check + 1) * s.stride : s.count, from = done;
        while (done < upto && take_step(&w))
            done++;
        if (done < upto) {
            *out = (struct step_difference){done, done + 1, UINT64_MAX};
            return true;
        }
        if (!is_sum(&s, check, w.sum)) {
            *out = (struct step_difference){from, upto, w.event};
            return true;
        }
    }
    return false;
}
