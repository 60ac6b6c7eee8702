/* history.c - see history.h. */
#include "apps/clients/history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- results --------------------------------------------------------------------------------------------------------------- */

static bool is_truth(const char *type)
{
    return strcmp(type, "bool") == 0 || strcmp(type, "_Bool") == 0;
}

static char *value_text(const char *type, long long value)
{
    return is_truth(type) ? format_text("%s", value ? "true" : "false") : format_text("%lld", value);
}

char *results_text(const struct operation *o, const long long *result)
{
    char *text = format_text("%s", "");
    size_t slot = 0;
    if (operation_returns(o))
        text = format_text(" → %s", value_text(o->type, result[slot++]));
    for (size_t i = 0; i < o->parameters; i++)
        if (o->parameter[i].kind == PARAMETER_OUT) {
            text = format_text("%s%s%s", text, slot ? ", " : " → ", value_text(o->parameter[i].text, result[slot]));
            slot++;
        }
    return text;
}

/* What a thread's calls have returned, up to the one that it waits in; *at is behind it then. False: it is something else. */
static bool read_thread(const char **at, const struct calls *calls, const struct client *c, size_t thread, long long **result,
    size_t *made)
{
    static const char waits[] = "waits in its call ";
    size_t known = 0, slots = 0;
    char *end;
    const char *stop = *at + strcspn(*at, ";");
    *made = c->calls[thread];
    for (size_t i = 0; i < c->calls[thread]; i++)
        slots += operation_slots(calls->at[c->call[thread][i]].operation);
    for (;; known++, *at = end) {
        *at += strspn(*at, " ");
        if (*at >= stop || known == slots)
            break;
        long long value = strtoll(*at, &end, 10);
        if (end == *at)
            break;
        (*result)[known] = value;
    }
    const char *call = strstr(*at, waits);
    if (call && call < stop) {
        long number = strtol(call + strlen(waits), NULL, 10);
        if (number < 1 || (size_t)number > c->calls[thread])
            return false;
        *made = (size_t)number - 1;
    }
    *result += slots;
    *at = *stop ? stop + 1 : stop;
    return known == slots || *made < c->calls[thread];
}

struct told history_told(const json_t *finding, const struct calls *calls, const struct client *c)
{
    const char *text = json_string_value(json_object_get(finding, "text")), *colon = text ? strstr(text, "these results:") : NULL;
    struct told told = {.results = colon != NULL, .result = allocate((client_slots(calls, c) + 1) * sizeof *told.result)};
    const char *at = colon ? colon + strlen("these results:") : NULL;
    long long *result = told.result;
    for (size_t t = 0; t < c->threads && told.results; t++)
        told.results = read_thread(&at, calls, c, t, &result, &told.made[t]);
    return told;
}

size_t told_waiting(const struct told *told, const struct client *c)
{
    size_t waiting = 0;
    for (size_t t = 0; t < c->threads && told->results; t++)
        waiting += told->made[t] < c->calls[t];
    return waiting;
}

/* --- when calls began and ended ---------------------------------------------------------------------------------------------- */

struct span {
    size_t from, to; /* steps */
    bool   seen;
    bool   open; /* it waits for ever */
    char  *label;
    size_t column, last_column;
};

/* Call of the thread that the frame is in; SIZE_MAX: none. */
static size_t call_of_line(const struct client *c, size_t thread, const char *function, long line, const size_t *first_line)
{
    char *name = format_text("client1_thread%zu", thread + 1);
    bool mine = function && strcmp(function, name) == 0;
    free(name);
    if (!mine || line < (long)first_line[thread] || line >= (long)(first_line[thread] + c->calls[thread]))
        return SIZE_MAX;
    return (size_t)line - first_line[thread];
}

static size_t call_of_step(const struct client *c, size_t thread, const json_t *step, const size_t *first_line)
{
    const json_t *place = json_object_get(step, "place");
    size_t call = call_of_line(c, thread, json_string_value(json_object_get(place, "function")),
        (long)json_integer_value(json_object_get(place, "line")), first_line);
    size_t i;
    json_t *caller;
    json_array_foreach(json_object_get(step, "callers"), i, caller) {
        const char *text = json_string_value(caller), *blank = text ? strrchr(text, ' ') : NULL, *colon = blank;
        while (colon && colon > text && *colon != ':')
            colon--;
        if (call == SIZE_MAX && blank)
            call = call_of_line(c, thread, blank + 1, strtol(colon + 1, NULL, 10), first_line);
    }
    return call;
}

static void find_spans(const struct client *c, const json_t *steps, const size_t *first_line, struct span span[][MOST_CLIENT_CALLS])
{
    size_t number;
    json_t *step;
    json_array_foreach(steps, number, step) {
        size_t thread = (size_t)json_integer_value(json_object_get(step, "thread")) - 1;
        if (thread >= c->threads)
            continue;
        size_t call = call_of_step(c, thread, step, first_line);
        if (call == SIZE_MAX)
            continue;
        struct span *s = &span[thread][call];
        if (!s->seen)
            s->from = number;
        s->to = number;
        s->seen = true;
    }
}

/* The last call of each thread that waits for another one at the end, or in a loop. */
static void place_stuck(const struct client *c, const json_t *finding, struct span span[][MOST_CLIENT_CALLS])
{
    const char *kind = json_string_value(json_object_get(finding, "kind"));
    size_t i;
    json_t *waits;
    if (!kind || (strcmp(kind, "deadlock") != 0 && strcmp(kind, "livelock") != 0))
        return;
    json_array_foreach(json_object_get(finding, "pending"), i, waits) {
        size_t thread = (size_t)json_integer_value(json_object_get(waits, "thread")) - 1, call = 0;
        bool goes_on = json_is_true(json_object_get(waits, "enabled")) && !json_is_true(json_object_get(waits, "loops"));
        if (thread >= c->threads || goes_on)
            continue;
        while (call + 1 < c->calls[thread] && span[thread][call + 1].seen)
            call++;
        struct span *s = &span[thread][call];
        s->from = s->seen ? s->from : SIZE_MAX - 1; /* nobody has noticed yet that it began */
        s->to = SIZE_MAX;
        s->seen = s->open = true;
    }
}

/* Calls that have returned, or wait for ever. Those that no other thread could have noticed come right behind the one before. */
static void place_told(const struct client *c, const struct told *told, struct span span[][MOST_CLIENT_CALLS])
{
    for (size_t t = 0; t < c->threads; t++) {
        for (size_t i = 0; i < c->calls[t] && i <= told->made[t]; i++) {
            struct span *s = &span[t][i];
            if (!s->seen)
                s->from = s->to = i ? span[t][i - 1].to : 0;
            s->seen = true;
            s->open = i == told->made[t];
            s->to = s->open ? SIZE_MAX : s->to;
        }
    }
}

/* --- drawing ------------------------------------------------------------------------------------------------------------------- */

static size_t columns_of(const char *text)
{
    size_t columns = 0;
    for (; *text; text++)
        columns += ((unsigned char)*text & 0xC0) != 0x80;
    return columns;
}

struct event {
    size_t step;
    bool   end;
    struct span *span;
};

static int by_step(const void *a, const void *b)
{
    const struct event *x = a, *y = b;
    if (x->step != y->step)
        return x->step < y->step ? -1 : 1;
    return x->end - y->end;
}

/* Every beginning and every end has a column; a label has room between those of its call. */
static void place_spans(const struct client *c, struct span span[][MOST_CLIENT_CALLS])
{
    struct event events[2 * MOST_CLIENT_THREADS * MOST_CLIENT_CALLS];
    size_t count = 0, column = 0;
    for (size_t t = 0; t < c->threads; t++) {
        for (size_t i = 0; i < c->calls[t]; i++) {
            if (!span[t][i].seen)
                continue;
            events[count++] = (struct event){span[t][i].from, false, &span[t][i]};
            events[count++] = (struct event){span[t][i].to, true, &span[t][i]};
        }
    }
    qsort(events, count, sizeof *events, by_step);
    for (size_t i = 0; i < count; i++) {
        struct span *s = events[i].span;
        size_t room = columns_of(s->label) + 3;
        if (events[i].end && column < s->column + room)
            column = s->column + room;
        *(events[i].end ? &s->last_column : &s->column) = column;
        column += 2;
    }
}

static char *draw_thread(const struct span *span, size_t calls)
{
    char *line = NULL;
    size_t length, column = 0;
    FILE *out = open_memstream(&line, &length);
    if (!out)
        die("out of memory");
    for (size_t i = 0; i < calls; i++) {
        if (!span[i].seen)
            continue;
        for (; column < span[i].column; column++)
            fputc(' ', out);
        fprintf(out, "├ %s ", span[i].label);
        for (column += columns_of(span[i].label) + 3; column < span[i].last_column; column++)
            fputs("─", out);
        fputs(span[i].open ? "─" : "┤", out);
        column++;
    }
    if (fclose(out) != 0)
        die("out of memory");
    return line;
}

struct strings history_lines(const struct calls *calls, const struct client *c, const struct told *told, const json_t *finding,
    const size_t *first_line, struct strings *stuck)
{
    struct span span[MOST_CLIENT_THREADS][MOST_CLIENT_CALLS] = {0};
    struct strings lines = {0};
    const long long *result = told->result;
    find_spans(c, json_object_get(finding, "steps"), first_line, span);
    if (told->results)
        place_told(c, told, span);
    else
        place_stuck(c, finding, span);
    for (size_t t = 0; t < c->threads; t++) {
        for (size_t i = 0; i < c->calls[t]; i++) {
            const struct call *call = &calls->at[c->call[t][i]];
            const char *became = span[t][i].open ? " waits" : told->results ? results_text(call->operation, result) : "";
            if (span[t][i].open && !told->results)
                strings_add(stuck, call_text(call));
            span[t][i].label = format_text("%s%s", call_text(call), became);
            result += operation_slots(call->operation);
        }
    }
    place_spans(c, span);
    for (size_t t = 0; t < c->threads; t++)
        strings_addf(&lines, "thread %zu  %s", t + 1, draw_thread(span[t], c->calls[t]));
    return lines;
}
