/* litmus.c - sets of outcomes. */
#include "litmus/litmus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where it is in the set, or would be. */
static unsigned find(const struct litmus_outcomes *all, const struct litmus_outcome *one, bool *found)
{
    unsigned from = 0, to = all->count;
    while (from < to) {
        unsigned half = (from + to) / 2;
        if (memcmp(&all->outcome[half], one, sizeof *one) < 0)
            from = half + 1;
        else
            to = half;
    }
    *found = from < all->count && memcmp(&all->outcome[from], one, sizeof *one) == 0;
    return from;
}

void litmus_add(struct litmus_outcomes *all, const struct litmus_outcome *one)
{
    bool found;
    unsigned at = find(all, one, &found);
    if (found)
        return;
    if (all->count == all->room) {
        all->room = all->room ? 2 * all->room : 64;
        all->outcome = realloc(all->outcome, all->room * sizeof *all->outcome);
        if (!all->outcome)
            abort();
    }
    memmove(&all->outcome[at + 1], &all->outcome[at], (all->count - at) * sizeof *one);
    all->outcome[at] = *one;
    all->count++;
}

void litmus_free(struct litmus_outcomes *all)
{
    free(all->outcome);
    *all = (struct litmus_outcomes){0};
}

unsigned litmus_missing(const struct litmus_outcomes *from, const struct litmus_outcomes *of)
{
    unsigned missing = 0;
    for (unsigned i = 0; i < of->count; i++) {
        bool found;
        find(from, &of->outcome[i], &found);
        missing += !found;
    }
    return missing;
}

/* Where the outcome has what is called so. */
static const int8_t *named(const struct litmus *p, const struct litmus_outcome *o, const char *name)
{
    for (unsigned t = 0; t < p->threads; t++)
        for (unsigned r = 0; r < p->registers[t]; r++)
            if (strcmp(p->reg[t][r], name) == 0)
                return &o->reg[t][r];
    for (unsigned x = 0; x < p->places; x++)
        if (strcmp(p->place[x], name) == 0)
            return &o->last[x];
    fprintf(stderr, "no register and no place '%s' in: %s\n", name, p->text);
    abort();
}

static bool holds(const struct litmus *p, const struct litmus_outcome *o, const char *condition)
{
    char name[LITMUS_NAME];
    int value, length;
    while (sscanf(condition, " %7[a-z0-9]=%d%n", name, &value, &length) == 2) {
        if (*named(p, o, name) != value)
            return false;
        condition += length;
    }
    return true;
}

bool litmus_has(const struct litmus *p, const struct litmus_outcomes *all, const char *condition)
{
    for (unsigned i = 0; i < all->count; i++)
        if (holds(p, &all->outcome[i], condition))
            return true;
    return false;
}
