/* parameters.h - sizes of the traffic, and of the ring between simulator and detector. */
#ifndef PARAMETERS_H
#define PARAMETERS_H

#ifndef MAX_FRAMES
#define MAX_FRAMES 5
#endif
#ifndef BUFFER_FRAMES
#define BUFFER_FRAMES 3
#endif
#ifndef PLANES
#define PLANES 8
#endif
#ifndef CALLSIGN
#define CALLSIGN 6 /* letters of a plane's name */
#endif

_Static_assert(BUFFER_FRAMES >= 2, "a ring of one frame is full and empty at once");
_Static_assert(PLANES >= 1 && PLANES <= 26, "planes are told apart by their first letters");
_Static_assert(CALLSIGN >= 1, "a plane needs a name");

#endif
