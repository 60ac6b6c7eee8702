/* cause.c - see cause.h. */
#include "tool/report/cause.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "model/op.h"
#include "tool/binary/names/steps.h"

void cause_add(struct cause *cause, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = format_arguments(format, arguments);
    va_end(arguments);
    cause->text = cause->text ? format_text("%s%s", cause->text, text) : text;
}

void cause_mark(struct cause *cause, uint64_t event)
{
    if (event != AT_THE_END && cause->events < CAUSE_STEPS)
        cause->event[cause->events++] = event;
}

bool cause_names(const struct cause *cause, const struct step *step)
{
    for (size_t i = 0; i < cause->events; i++)
        if (step->kind != STEP_FOLD && step->kind != STEP_BLOCKED && cause->event[i] >= step->event && cause->event[i] <= step->last)
            return true;
    return false;
}

/* A place is "<event>f.c:12" between two characters that are in no name, until the text is whole. */
enum { PLACE_BEGINS = 1, PLACE_TEXT = 2, PLACE_ENDS = 3 };

char *cause_line(const struct naming *n, const struct wire_event *e)
{
    struct place place = naming_place(n, e->stack, e->stack_used);
    uint64_t event = (uint64_t)(e - naming_event(n, 0));
    return format_text("%c%" PRIu64 "%c%s%c", PLACE_BEGINS, event, PLACE_TEXT, symbols_line(n->symbols, &place), PLACE_ENDS);
}

static void find_places(struct cause *cause)
{
    size_t length = 0;
    struct cause_place at = {0};
    for (const char *c = cause->text; *c; c++) {
        if (*c == PLACE_BEGINS) {
            char *end;
            at = (struct cause_place){.start = length, .event = strtoull(c + 1, &end, 10)};
            c = end; /* PLACE_TEXT */
        } else if (*c != PLACE_ENDS) {
            cause->text[length++] = *c;
        } else if (cause->places < CAUSE_PLACES) {
            at.length = length - at.start;
            cause->place[cause->places++] = at;
        }
    }
    cause->text[length] = '\0';
}

char *cause_thread(const struct naming *n, unsigned thread)
{
    return name_thread(n, thread, AT_THE_END);
}

static bool overlaps(const struct wire_event *e, uint64_t address, uint32_t size)
{
    return e->addr < address + size && address < e->addr + e->size;
}

bool cause_writes(const struct wire_event *e, uint64_t address, uint32_t size)
{
    bool memory = e->kind >= OP_READ && e->kind <= OP_ATOMIC_CAS;
    bool failed = e->kind == OP_ATOMIC_CAS && e->before == e->after;
    return memory && op_info[e->kind].first == TOUCH_WRITE && !failed && overlaps(e, address, size);
}

bool cause_reads(const struct wire_event *e, uint64_t address, uint32_t size)
{
    bool reads = e->kind == OP_READ || e->kind == OP_ATOMIC_LOAD || e->kind == OP_ATOMIC_RMW || e->kind == OP_ATOMIC_CAS;
    return reads && e->addr == address && e->size == size;
}

static bool concerns(const struct wire_event *e, uint64_t block)
{
    return e->addr == block || e->addr2 == block || e->arg[0] == block;
}

uint64_t cause_freed_at(const struct naming *n, uint64_t block)
{
    uint64_t last = naming_events(n);
    if (last > 0 && naming_event(n, last - 1)->kind == OP_FREE) /* which has failed */
        last--;
    for (uint64_t i = last; i > 0; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        if ((e->kind == OP_FREE || e->kind == OP_REALLOC) && concerns(e, block))
            return i - 1;
    }
    return AT_THE_END;
}

uint64_t cause_allocated_at(const struct naming *n, uint64_t block, uint64_t before)
{
    uint64_t count = naming_events(n);
    for (uint64_t i = before < count ? before : count; i > 0; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        if ((e->kind == OP_MALLOC || e->kind == OP_REALLOC) && e->result == block)
            return i - 1;
    }
    return AT_THE_END;
}

struct cause cause_of(const struct finding *f)
{
    struct cause cause = {0};
    if (!f->naming.wire || f->doubt)
        return cause;
    switch (f->fault.kind) {
    case FAULT_ASSERTION:
    case FAULT_ABORT:
    case FAULT_TERMINATE:
    case FAULT_CRASH:
    case FAULT_EXIT:
        if (cause_of_stale(f, &cause))
            break;
        cause_of_wait(f, &cause);
        if (!cause.text)
            cause_of_values(f, &cause);
        break;
    case FAULT_MEMORY:
        cause_of_freed(f, &cause);
        if (!cause.text)
            cause_of_returned(f, &cause);
        if (!cause.text)
            cause_of_wait(f, &cause);
        break;
    case FAULT_RACE: cause_of_race(f, &cause); break;
    case FAULT_DEADLOCK: cause_of_deadlock(f, &cause); break;
    case FAULT_MISUSE: cause_of_misuse(f, &cause); break;
    default: break;
    }
    if (cause.text)
        find_places(&cause);
    return cause;
}
