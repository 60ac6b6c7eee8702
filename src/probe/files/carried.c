/* carried.c - see carried.h. */
#include "probe/files/carried.h"

#include <string.h>
#include <sys/mman.h>

#include "base/digest.h"
#include "base/raw.h"

enum { CARRIED = 1 << 15, CARRIED_BYTES = 128 << 20 };

static struct carried {
    uint64_t number; /* 0: none */
    uint64_t at, count;
} known[CARRIED];
static uint64_t kept, used; /* so many of them; bytes */
static char *room;

static uint64_t number_of(const char *bytes, uint64_t count)
{
    struct digest d = digest_with((struct digest){1, 2}, count);
    for (uint64_t at = 0; at < count; at += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + at, count - at < 8 ? count - at : 8);
        d = digest_with(d, word);
    }
    return (d.lo ^ d.hi >> 17) | 1;
}

/* Its slot, or that where it goes to. There is always a place that is free. */
static struct carried *place_of(uint64_t number)
{
    uint64_t at = number / 2 % CARRIED;
    while (known[at].number && known[at].number != number)
        at = (at + 1) % CARRIED;
    return &known[at];
}

uint64_t carried_keep(const char *bytes, uint64_t count)
{
    uint64_t number = number_of(bytes, count);
    struct carried *s = place_of(number);
    if (!room)
        room = raw_map(NULL, CARRIED_BYTES, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    if (s->number) /* other bytes of the same number are as good as no room */
        return s->count == count && memcmp(room + s->at, bytes, count) == 0 ? number : 0;
    if (!room || kept == CARRIED - 1 || count > CARRIED_BYTES - used)
        return 0;
    *s = (struct carried){number, used, count};
    memcpy(room + used, bytes, count);
    used += count;
    kept++;
    return number;
}

const char *carried_bytes(uint64_t number)
{
    struct carried *s = place_of(number);
    return s->number ? room + s->at : NULL;
}
