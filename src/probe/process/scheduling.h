/* scheduling.h - scheduling attributes and the name of each thread: they are stored and returned, and have no other effect, for the search
 * says who runs. A new thread has what its creator has. */
#ifndef MZ_PROBE_PROCESS_SCHEDULING_H
#define MZ_PROBE_PROCESS_SCHEDULING_H

#include <sched.h>

#include "probe/probe.h"

enum { NAME_BYTES = 16, PROCESSORS = 1024 };

/* Engine: a thread is made. */
void scheduling_inherit(tid born, tid creator);

/* For stand-ins, on behalf of a call that returns to pc: of a thread, by its number. They return 0 or an error. */
int scheduling_set_name(uint64_t pc, tid number, const char *name);
int scheduling_get_name(uint64_t pc, tid number, char *to);
int scheduling_set_processors(uint64_t pc, tid number, size_t size, const cpu_set_t *set);
int scheduling_get_processors(uint64_t pc, tid number, size_t size, cpu_set_t *to); /* negative: an error; else bytes of the kernel's own */
int scheduling_set_policy(uint64_t pc, tid number, int policy, int priority);       /* as pthread_setschedparam does */
int scheduling_get_policy(uint64_t pc, tid number, int *priority);                  /* as pthread_getschedparam does: the policy */

enum { SAME_POLICY = -1 };

#endif
