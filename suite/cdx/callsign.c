/* callsign.c - names of planes. */
#include "callsign.h"

/* A letter for the plane, one for its airline, and the number of its flight. */
static char letter_of(int plane, int place)
{
    static const char airlines[] = "KLMOSRBA";
    if (place == 0)
        return (char)('A' + plane);
    if (place == 1)
        return airlines[plane % (int)(sizeof airlines - 1)];
    return (char)('0' + (plane * 7 + place * 3) % 10);
}

struct callsign callsign_of_plane(int plane)
{
    struct callsign c = {.length = CALLSIGN};
    for (int i = 0; i < CALLSIGN; i++)
        c.letter[i] = letter_of(plane, i);
    return c;
}

int callsign_order(const struct callsign *a, const struct callsign *b)
{
    for (int i = 0; i < a->length && i < b->length; i++)
        if (a->letter[i] != b->letter[i])
            return a->letter[i] - b->letter[i];
    return a->length - b->length;
}

bool callsign_same(const struct callsign *a, const struct callsign *b) { return callsign_order(a, b) == 0; }

unsigned callsign_hash(const struct callsign *c)
{
    unsigned hash = 2166136261U;
    for (int i = 0; i < c->length; i++)
        hash = (hash ^ (unsigned char)c->letter[i]) * 16777619U;
    return hash;
}
