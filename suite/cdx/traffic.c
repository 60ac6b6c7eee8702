/* traffic.c - flights, written as formulas of the time (expression.h). Planes that are more than there are flights take off later,
 * and fly one storey higher or, every other time, the same way at the same height. */
#include <assert.h>
#include "expression.h"
#include "traffic.h"

struct flight {
    const char *x, *y, *z;
};

static const struct flight flights[] = {
    {"40 * t", "500", "3000"},                                     /* to the east, and ... */
    {"1000 - 40 * t", "500 + t % 2", "3000"},                      /* ... one against it */
    {"500", "30 * t", "3000 + 10 * t"},                            /* climbs through their height */
    {"500 + 20 * t", "1000 - 30 * t", "max(3600 - 60 * t, 500)"},  /* comes down to land */
    {"wave(50 * t, 400)", "wave(50 * t + 200, 400)", "2500"},      /* waits its turn in a rhombus */
    {"400 - wave(50 * t, 400)", "wave(50 * t, 400)", "2500"},      /* crosses that one */
    {"-200 + abs(500 - 35 * t)", "250 + 15 * t", "3000"},          /* turns back */
    {"800", "min(20 * t, 600)", "2000 + (t / 4) * 100"},           /* climbs by steps, and hovers */
};

enum { FLIGHTS = sizeof flights / sizeof flights[0], STOREY = 250, DELAY = 3 };

static struct {
    struct expression x, y, z;
} formula[FLIGHTS];

void traffic_read(void)
{
    for (int i = 0; i < FLIGHTS && i < PLANES; i++) {
        bool right = expression_parse(&formula[i].x, flights[i].x) && expression_parse(&formula[i].y, flights[i].y) &&
            expression_parse(&formula[i].z, flights[i].z);
        assert(right);
    }
}

struct callsign traffic_callsign(int plane) { return callsign_of_plane(plane); }

struct point traffic_position(int plane, int time)
{
    int flight = plane % FLIGHTS, repeated = plane / FLIGHTS, own = time - DELAY * repeated;
    return point_of(expression_value(&formula[flight].x, own), expression_value(&formula[flight].y, own),
        expression_value(&formula[flight].z, own) + STOREY * (repeated % 2));
}
