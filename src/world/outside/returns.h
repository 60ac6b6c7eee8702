/* returns.h - return addresses that were exchanged for ways back into the runtime (outside_*.S): the true ones are kept beside the
 * stacks, at equal distances, where the unwinder finds them too. They are rewound, and belong to the thread's identity.
 */
#ifndef MZ_WORLD_OUTSIDE_RETURNS_H
#define MZ_WORLD_OUTSIDE_RETURNS_H

#include "world/thread.h"

#define RETURNS_OUTSIDE 0x500000000000ULL /* of calls of functions without hooks */
#define RETURNS_INSIDE  0x580000000000ULL /* of calls by them of functions of the program; and who called */
#define RETURNS_ATOMIC  0x600000000000ULL /* of functions that are atomic by their name */

bool returns_reserve(uint64_t kind);
bool returns_are_kept(uint64_t kind); /* was there room reserved? */

/* Place of what goes with a call, two words: by the stack pointer after the return (the CFA). */
uint64_t *returns_place(uint64_t kind, uint64_t cfa);

void     returns_keep(struct thread *t, uint64_t *place, uint64_t value);
uint64_t returns_take(struct thread *t, uint64_t *place); /* what was kept; nothing is, from now on */

#endif
