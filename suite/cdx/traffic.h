/* traffic.h - the simulated traffic: where each plane is at which time. */
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include "callsign.h"
#include "vectors.h"

void traffic_read(void); /* once, before everything else: reads what flights there are */
struct callsign traffic_callsign(int plane);
struct point traffic_position(int plane, int time); /* in frames since the beginning */

#endif
