/* early.h - objects that constructors of libraries have made before the engine has taken the process over.
 *
 * Until then libc itself serves all calls. Most of its objects are understood as it leaves them (a mutex, a once flag, a condition
 * variable); a semaphore, a barrier and a key are not: they are remembered, and become the model's when the engine takes over.
 */
#ifndef MZ_PROBE_EARLY_H
#define MZ_PROBE_EARLY_H

#include <stdint.h>

enum early_kind { EARLY_NOTHING, EARLY_SEMAPHORE, EARLY_BARRIER, EARLY_KEY };

/* For stand-ins that leave a call to libc. No effect once the engine has taken over. */
void early_made(enum early_kind kind, uint64_t object, uint64_t operand);
void early_gone(enum early_kind kind, uint64_t object);

/* By its family, when the engine takes over. */
void early_semaphore(uint64_t object);
void early_barrier(uint64_t object, uint64_t count);
void early_key(uint64_t key, uint64_t destructor);

#endif
