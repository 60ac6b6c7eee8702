/* fragments.h - is a thread inside a piece of the program's code? For searches that go by it (search/drivers/pairwise.c). */
#ifndef MZ_WORLD_WATCH_FRAGMENTS_H
#define MZ_WORLD_WATCH_FRAGMENTS_H

#include "model/lts.h"

/* lts_text (lts.h): `within`. A live thread is inside if its pending operation was called there, or if a call from there has not
 * returned. */
bool fragments_within(void *self, tid t, uint32_t fragment);

#endif
