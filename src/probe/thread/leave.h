/* leave.h - the leaving of frames that other threads use, by returns and by jumps. For semantics, on the engine's stack. */
#ifndef MZ_PROBE_THREAD_LEAVE_H
#define MZ_PROBE_THREAD_LEAVE_H

#include "world/semantics.h"

enum leave_how { LEAVE_RETURN, LEAVE_JUMP };

/* The operation's range is to be what is shared of [its addr, end). */
void leave_part(struct op *op, uint64_t end);

/* Can others notice that the range is left, which the operation names? */
bool leave_is_seen(const struct thread *t, const struct op *op);

/* For the runtime's exit: see there. */
enum performed leave_main_body(struct thread *t, struct op *op, unsigned choice);

/* The thread has left all that lies below sp; it goes on with `result` when it is its turn. */
enum performed leave_wait(struct thread *t, uint64_t sp, enum leave_how how, uint64_t result);

#endif
