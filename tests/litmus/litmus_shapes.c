/* litmus_shapes.c - see litmus_shapes.h. */
#include "litmus/litmus_shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What may stand in a hole, from the weakest to the strongest; the one that releases or acquires has a number. */
static const struct {
    char        hole;
    unsigned    count, middle;
    const char *order[5];
} holes[] = {
    {'W', 3, 1, {"rlx", "rel", "sc"}},
    {'R', 3, 1, {"rlx", "acq", "sc"}},
    {'U', 5, 3, {"rlx", "acq", "rel", "ar", "sc"}},
    {'F', 3, 1, {"-", "ar", "sc"}},
};

static unsigned kind_of(char hole)
{
    unsigned kind = 0;
    while (holes[kind].hole != hole)
        kind++;
    return kind;
}

/* Is there a hole? It is a letter that stands alone. */
static bool is_hole(const char *text, const char *at)
{
    bool alone = at > text && strchr(" ", at[-1]) && (at[1] == '\0' || strchr(" ;", at[1]));
    return alone && *at != '\0' && strchr("WRUF", *at);
}

static void find_holes(struct litmus_shape *s)
{
    for (const char *at = s->text; *at; at++)
        if (is_hole(s->text, at))
            s->hole[s->holes++] = *at;
}

static _Noreturn void wrong(const char *line)
{
    fprintf(stderr, "shapes: cannot read '%s'\n", line);
    abort();
}

static void read_line(const char *line, struct litmus_shape *shapes, unsigned *count)
{
    struct litmus_shape *s = *count ? &shapes[*count - 1] : NULL;
    int begins = 0;
    char name[24];
    if (sscanf(line, "shape %23s %n", name, &begins) == 1 && *count < LITMUS_SHAPES) {
        s = &shapes[(*count)++];
        *s = (struct litmus_shape){0};
        strcpy(s->name, name);
        snprintf(s->condition, sizeof s->condition, "%s", line + begins);
    } else if (!s || s->sayings == LITMUS_SAYINGS) {
        wrong(line);
    } else if (sscanf(line, "loses %u", &s->loses) == 1) {
        return;
    } else if (strncmp(line, "allowed ", 8) == 0 || strncmp(line, "forbidden ", 10) == 0 || strncmp(line, "lost ", 5) == 0) {
        struct litmus_saying *said = &s->saying[s->sayings++];
        said->allowed = *line != 'f';
        said->found = *line == 'a';
        snprintf(said->orders, sizeof said->orders, "%s", strchr(line, ' ') + 1);
    } else {
        snprintf(s->text, sizeof s->text, "%s", line);
        find_holes(s);
    }
}

unsigned litmus_read_shapes(const char *file, struct litmus_shape shapes[LITMUS_SHAPES])
{
    char line[LITMUS_TEXT];
    unsigned count = 0;
    FILE *in = fopen(file, "r");
    if (!in)
        wrong(file);
    while (fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = '\0';
        if (*line && *line != '#')
            read_line(line, shapes, &count);
    }
    fclose(in);
    return count;
}

unsigned litmus_combinations(const struct litmus_shape *s)
{
    unsigned count = 1;
    for (unsigned i = 0; i < s->holes; i++)
        count *= holes[kind_of(s->hole[i])].count;
    return count;
}

/* An order in place of a letter; a fence is a statement of its own. */
static int put(char *to, char hole, const char *order)
{
    if (hole != 'F')
        return sprintf(to, "%s", order);
    return strcmp(order, "-") == 0 ? 0 : sprintf(to, "fence %s;", order);
}

static void fill(const struct litmus_shape *s, const char *const orders[LITMUS_HOLES], char text[LITMUS_TEXT])
{
    unsigned hole = 0;
    for (const char *at = s->text; *at; at++) {
        if (is_hole(s->text, at)) {
            text += put(text, *at, orders[hole]);
            hole++;
        } else {
            *text++ = *at;
        }
    }
    *text = '\0';
}

void litmus_fill(const struct litmus_shape *s, unsigned combination, char text[LITMUS_TEXT])
{
    const char *orders[LITMUS_HOLES] = {0};
    for (unsigned i = 0; i < s->holes; i++) {
        unsigned kind = kind_of(s->hole[i]);
        orders[i] = holes[kind].order[combination % holes[kind].count];
        combination /= holes[kind].count;
    }
    fill(s, orders, text);
}

void litmus_fill_with(const struct litmus_shape *s, const char *orders, char text[LITMUS_TEXT])
{
    const char *list[LITMUS_HOLES];
    char words[LITMUS_HOLES][8];
    for (unsigned i = 0; i < s->holes; i++) {
        int length;
        if (sscanf(orders, " %7s%n", words[i], &length) != 1)
            wrong(orders);
        orders += length;
        list[i] = words[i];
    }
    fill(s, list, text);
}

void litmus_orders(const struct litmus_shape *s, unsigned strength, char orders[48])
{
    *orders = '\0';
    for (unsigned i = 0; i < s->holes; i++) {
        unsigned kind = kind_of(s->hole[i]), number = strength == 0 ? 0 : strength == 1 ? holes[kind].middle : holes[kind].count - 1;
        strcat(orders, holes[kind].order[number]);
        strcat(orders, " ");
    }
}
