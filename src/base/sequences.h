/* sequences.h - numbers that schedules of restarts and lengths of jumps are taken from. */
#ifndef MZ_BASE_SEQUENCES_H
#define MZ_BASE_SEQUENCES_H

#include <stdint.h>

/* The Luby sequence 1, 1, 2, 1, 1, 2, 4, …; i counts from 1. */
uint64_t luby(uint64_t i);

/* The Walsh sequence u, u·√2, u·2, u·2√2, …, rounded down; i counts from 0. */
uint64_t walsh(uint64_t unit, uint64_t i);

#endif
