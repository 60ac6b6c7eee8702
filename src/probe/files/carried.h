/* carried.h - bytes on their way between the program and files that are kept: what a step has taken from the one, a later step gives to
 * the other, whatever others do meanwhile.
 *
 * They are called by a number that they alone determine, so that it may be part of a state. Never rewound: equal bytes are kept once. */
#ifndef MZ_PROBE_FILES_CARRIED_H
#define MZ_PROBE_FILES_CARRIED_H

#include <stdint.h>

/* 0: there is no room for more. Engine only. */
uint64_t carried_keep(const char *bytes, uint64_t count);

/* Bytes of that number. NULL: none in this process. Engine only. */
const char *carried_bytes(uint64_t number);

#endif
