/* mapped.h - memory that code of the program or of a library has taken from the kernel for itself, in set-up: by mmap, sbrk, or a
 * system call of its own. The kernel's account of mappings (/proc/self/maps) tells where it is.
 *
 * It belongs to every state, as the data of modules do: it has cells, and is compared when a function without hooks has run. Memory
 * that is shared with other processes, or with a file, becomes the process's own, with what it holds, when set-up is over: what is
 * explored must neither reach others nor be changed by them.
 */
#ifndef MZ_WORLD_OUTSIDE_MAPPED_H
#define MZ_WORLD_OUTSIDE_MAPPED_H

#include "wire/wire.h"

/* Executable memory that belongs to no module: each(lo, hi, protection). */
void mapped_code(const struct wire *wire, void (*each)(uint64_t lo, uint64_t hi, int protection));

/* Set-up is over: find it. What cannot be followed is told to the tool (wire->maps_memory). */
void mapped_take(struct wire *wire);

/* The search is over, in this process: code without hooks may have mapped memory meanwhile (by system calls of its own: those of the C
 * library are refused), which has not been rewound. The tool is told. */
void mapped_look_again(struct wire *wire);

#endif
