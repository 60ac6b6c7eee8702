/* hunt_pairs.c - see hunt_pairs.h. The last write to each word, by the word's hash: where two words share a cell, a pair may be taken for
 * another one, which costs a schedule and no more. */
#include "hunt/hunt_pairs.h"

#include "hunt/strategy.h"

enum { WORDS = 1 << 14, THREADS = 8 };
static uint32_t written[WORDS]; /* hash of place and thread; 0: at the beginning */

static uint32_t mix(uint64_t a, uint64_t b)
{
    uint64_t h = (a + 0x9e3779b97f4a7c15u * b) * 0xbf58476d1ce4e5b9u;
    return (uint32_t)(h >> 32) | 1;
}

void pairs_note(const struct thread *me, const volatile void *address, bool reads, bool writes, uint64_t pc)
{
    if (!hunt_wire->keep_pairs)
        return;
    uint32_t *last = &written[((uint64_t)(uintptr_t)address >> 3) * 0x9e3779b97f4a7c15u >> 50];
    uint32_t here = mix(pc - hunt_wire->base, me->number % THREADS);
    if (reads) {
        uint32_t pair = mix(*last, here) % HUNT_PAIRS;
        hunt_wire->pairs[pair / 32] |= 1u << (pair % 32);
    }
    if (writes)
        *last = here;
}

static const bool writes[HUNT_KIND_COUNT] = {
#define HUNT_KIND(NAME, word, is_write, orders) [HUNT_##NAME] = is_write,
    HUNT_KINDS(HUNT_KIND)
#undef HUNT_KIND
};

void pairs_operation(const struct thread *me, enum hunt_kind kind, const volatile void *object, uint64_t pc)
{
    if (!object)
        return;
    uint32_t hash = (uint32_t)(((uint64_t)(uintptr_t)object >> 3) * 0x9e3779b97f4a7c15u >> 54) % HUNT_OBJECTS;
    uint32_t number = ++hunt_wire->object_uses[hash];
    const struct strategy *s = hunt_strategies[hunt_wire->strategy];
    if (hunt_wire->mode == HUNT_SEARCH && s->performs)
        s->performs(me->number, hash, number);
    if (kind != HUNT_READ && kind != HUNT_WRITE) /* which are noted at all places */
        pairs_note(me, object, kind != HUNT_STORE, writes[kind], pc);
}
