/* notes.c - see notes.h. */
#include "tool/checkpoint/notes.h"

#include <stddef.h>
#include <string.h>

#include <xxhash.h>

void notes_take(struct notes *n, const struct wire *w)
{
#define TAKE(type, name) n->name = w->name;
    NOTED_BITS(TAKE)
#undef TAKE
#define TAKE(name) memcpy(n->name, w->name, sizeof n->name);
    NOTED_PLACES(TAKE)
#undef TAKE
    memcpy(n->met, w->met, sizeof n->met);
    n->weak_atomics = w->weak_atomics;
    n->weak_order = w->weak_order;
    memcpy(n->heap_use, w->heap_use, sizeof n->heap_use);
    memcpy(&n->weak, &w->weak, sizeof n->weak);
    n->guarded = w->guarded < WIRE_MAX_GUARDED ? w->guarded : WIRE_MAX_GUARDED;
    n->loose = w->loose < WIRE_MAX_LOOSE ? w->loose : WIRE_MAX_LOOSE;
    n->spots = w->spots < WIRE_MAX_SPOTS ? w->spots : WIRE_MAX_SPOTS;
    memcpy(n->guarded_function, w->guarded_function, n->guarded * sizeof *n->guarded_function);
    memcpy(n->loose_function, w->loose_function, n->loose * sizeof *n->loose_function);
    for (uint32_t i = 0; i < n->spots; i++)
        n->reached[i] = w->spot[i].reached;
}

uint64_t notes_hash(const struct notes *n)
{
    const uint64_t parts[] = {
        XXH3_64bits(n, offsetof(struct notes, guarded_function)),
        XXH3_64bits(n->guarded_function, n->guarded * sizeof *n->guarded_function),
        XXH3_64bits(n->loose_function, n->loose * sizeof *n->loose_function),
        XXH3_64bits(n->reached, n->spots * sizeof *n->reached),
    };
    return XXH3_64bits(parts, sizeof parts);
}

static void give_places(const uint64_t from[WIRE_MAX_PLACES], uint64_t to[WIRE_MAX_PLACES])
{
    for (unsigned i = 0; i < WIRE_MAX_PLACES && from[i]; i++)
        wire_note_place(to, from[i]);
}

static void give_heap_use(const struct wire_heap_use *from, struct wire_heap_use *to)
{
    for (unsigned i = 0; i < sizeof from->freed_by.word / sizeof *from->freed_by.word; i++) {
        to->freed_by.word[i] |= from->freed_by.word[i];
        to->allocated_by.word[i] |= from->allocated_by.word[i];
    }
    to->pc = to->pc ? to->pc : from->pc;
}

static void give_guarded(const struct notes *n, struct wire *w)
{
    for (uint32_t i = 0; i < n->guarded; i++) {
        uint32_t j = 0;
        while (j < w->guarded && j < WIRE_MAX_GUARDED && strcmp(n->guarded_function[i].name, w->guarded_function[j].name) != 0)
            j++;
        if (j == w->guarded && j < WIRE_MAX_GUARDED)
            w->guarded_function[w->guarded++] = n->guarded_function[i]; /* one of the program's own, called through a pointer then */
        else if (j < w->guarded && j < WIRE_MAX_GUARDED)
            w->guarded_function[j].flags |= n->guarded_function[i].flags;
    }
}

static void give_loose(const struct notes *n, struct wire *w)
{
    for (uint32_t i = 0; i < n->loose; i++) {
        uint32_t j = 0;
        while (j < w->loose && strcmp(n->loose_function[i].name, w->loose_function[j].name) != 0)
            j++;
        if (j == w->loose && j < WIRE_MAX_LOOSE)
            w->loose_function[w->loose++] = n->loose_function[i];
    }
}

void notes_give(const struct notes *n, struct wire *w)
{
#define GIVE(type, name) w->name |= n->name;
    NOTED_BITS(GIVE)
#undef GIVE
#define GIVE(name) give_places(n->name, w->name);
    NOTED_PLACES(GIVE)
#undef GIVE
    for (unsigned i = 0; i < PREMISES; i++)
        w->met[i] = w->met[i] ? w->met[i] : n->met[i];
    for (unsigned i = 0; i < WIRE_HEAP_CLASSES; i++)
        give_heap_use(&n->heap_use[i], &w->heap_use[i]);
    if (n->weak_atomics && !w->weak_atomics) {
        w->weak_atomics = n->weak_atomics;
        w->weak_order = n->weak_order;
        w->weak = n->weak;
    }
    give_guarded(n, w);
    give_loose(n, w);
    for (uint32_t i = 0; i < n->spots && i < w->spots; i++)
        if (!w->spot[i].reached)
            w->spot[i].reached = n->reached[i];
}
