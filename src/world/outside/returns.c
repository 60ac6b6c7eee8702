/* returns.c - see returns.h. */
#include "world/outside/returns.h"

#include <sys/mman.h>

#include "base/raw.h"
#include "world/memory/hash.h"
#include "world/memory/undo.h"

/* A bit for each kind. */
static unsigned reserved;

static unsigned bit_of(uint64_t kind)
{
    return 1u << (kind - RETURNS_OUTSIDE) / (RETURNS_INSIDE - RETURNS_OUTSIDE);
}

bool returns_reserve(uint64_t kind)
{
    bool done = raw_map((void *)kind, mz__layout.slots_size, PROT_READ | PROT_WRITE, MAP_NORESERVE) != NULL;
    reserved |= done ? bit_of(kind) : 0;
    return done;
}

bool returns_are_kept(uint64_t kind)
{
    return reserved & bit_of(kind);
}

uint64_t *returns_place(uint64_t kind, uint64_t cfa)
{
    return (uint64_t *)(kind + (cfa - ARENA_LO));
}

void returns_keep(struct thread *t, uint64_t *place, uint64_t value)
{
    t->returns ^= hash_word((uint64_t)place, *place).lo ^ hash_word((uint64_t)place, value).lo;
    if (mz__hot.following != FOLLOW_NOTHING)
        undo_word((uint64_t)place, UNDO_QUIET);
    *place = value;
}

uint64_t returns_take(struct thread *t, uint64_t *place)
{
    uint64_t value = *place;
    returns_keep(t, place, 0);
    return value;
}
