/* process_number.h - the number of the process, which the program sees: a constant. Thread t has the number PROCESS + t, as in Linux. */
#ifndef MZ_PROBE_PROCESS_PROCESS_NUMBER_H
#define MZ_PROBE_PROCESS_PROCESS_NUMBER_H

#include <stdint.h>
#include <sys/types.h>

enum { PROCESS = 1000 };

/* The numbers of the process, its parent and the running thread, for a call at pc: with a premise. */
pid_t process_number(uint64_t pc);
pid_t process_parent(uint64_t pc);
pid_t process_thread(uint64_t pc);

/* The running process was forked in set-up, without the engine, and fork has returned `number` to the program. */
void process_forked(pid_t number, pid_t parent);

/* The kernel's number of the process that such a process knows by this one. */
pid_t process_real(pid_t number);

#endif
