/* callsign.h - names of planes: letters, not ended by a zero, of at most CALLSIGN. */
#ifndef CALLSIGN_H
#define CALLSIGN_H

#include <stdbool.h>
#include "parameters.h"

struct callsign {
    int  length;
    char letter[CALLSIGN];
};

struct callsign callsign_of_plane(int plane); /* of the simulated traffic: all different */
bool callsign_same(const struct callsign *a, const struct callsign *b);
int callsign_order(const struct callsign *a, const struct callsign *b); /* below, equal to or above 0 */
unsigned callsign_hash(const struct callsign *c);

#endif
