/* errno.h - setting errno of a thread of the program from the engine. */
#ifndef MZ_PROBE_ERRNO_H
#define MZ_PROBE_ERRNO_H

#include "world/semantics.h"

void probe_set_errno(struct thread *t, int value);

/* Its call returns -1, and errno says why. */
static inline enum performed probe_fails(struct thread *t, int error)
{
    probe_set_errno(t, error);
    t->result[0] = (uint64_t)-1;
    return PERFORM_RESUME;
}

#endif
