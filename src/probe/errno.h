/* errno.h - setting errno of a thread of the program from the engine. */
#ifndef MZ_PROBE_ERRNO_H
#define MZ_PROBE_ERRNO_H

#include "world/thread.h"

void probe_set_errno(struct thread *t, int value);
int  probe_get_errno(const struct thread *t);

#endif
