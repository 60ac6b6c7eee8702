/* faulty.h - which calls of a data structure take the way with the bug.
 *
 * BUGGY=N: those whose key is a multiple of N. So 1 is all calls, 2 every second one if the keys come evenly, and a number of which the
 * client uses no multiple is none; the client stays the same. -DFIXED: the way with the bug is not there. */
#ifndef FAULTY_H
#define FAULTY_H

#include <stdbool.h>

#ifdef FIXED
#define FAULTY(key) false
#else
#ifndef BUGGY
#define BUGGY 1
#endif
#define FAULTY(key) ((key) % BUGGY == 0)
#endif

#endif
