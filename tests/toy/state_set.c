/* state_set.c - a set of exact toy states. */
#include "state_set.h"

#include <stdlib.h>
#include <string.h>

static size_t hash(const struct toy_state *s)
{
    uint64_t words[TOY_WORDS], h = 0xcbf29ce484222325u;
    memcpy(words, s, sizeof words);
    for (unsigned i = 0; i < TOY_WORDS; i++) {
        h = (h ^ words[i]) * 0x9e3779b97f4a7c15u;
        h ^= h >> 32;
    }
    return (size_t)h;
}

/* Where s is, or where it would be. The index has two places for each state. */
static size_t find(const struct state_set *set, const struct toy_state *s)
{
    size_t mask = 2 * set->capacity - 1, i = hash(s) & mask;
    while (set->index[i] != 0 && memcmp(&set->states[set->index[i] - 1], s, sizeof *s) != 0)
        i = (i + 1) & mask;
    return i;
}

static void grow(struct state_set *set)
{
    set->capacity = set->capacity ? 2 * set->capacity : 64;
    set->states = realloc(set->states, set->capacity * sizeof *set->states);
    free(set->index);
    set->index = calloc(2 * set->capacity, sizeof *set->index);
    if (!set->states || !set->index)
        abort();
    for (size_t i = 0; i < set->count; i++)
        set->index[find(set, &set->states[i])] = (uint32_t)i + 1;
}

bool state_set_add(struct state_set *set, const struct toy_state *s)
{
    if (set->count == set->capacity)
        grow(set);
    size_t i = find(set, s);
    if (set->index[i] != 0)
        return false;
    set->states[set->count++] = *s;
    set->index[i] = (uint32_t)set->count;
    return true;
}

size_t state_set_at(const struct state_set *set, const struct toy_state *s)
{
    return set->index[find(set, s)] - 1;
}

bool state_set_has(const struct state_set *set, const struct toy_state *s)
{
    return set->capacity > 0 && set->index[find(set, s)] != 0;
}

void state_set_free(struct state_set *set)
{
    free(set->states);
    free(set->index);
    *set = (struct state_set){0};
}
