/* captured.h - changes of files by set-up, which are kept from the disk.
 *
 * Every system call that names a file, or changes one, is caught on its way to the kernel (seccomp), whoever makes it: the program, libc,
 * a library without hooks. It is made again by us, for the place in the store where the file is (store.h). So writes, and what is made,
 * renamed or removed, are seen by later reads, in set-up and in the search, and each process starts with the disk as it is. What cannot
 * be followed so fails with EPERM, and the tool is told.
 */
#ifndef MZ_WORLD_SETUP_CAPTURED_H
#define MZ_WORLD_SETUP_CAPTURED_H

#include <stdbool.h>

#include "wire/wire.h"

/* From here on. False: the system does not let us. */
bool captured_begin(struct wire *wire);

/* SIGSYS: was it one of these calls? Then it was made. */
bool captured_call(void *context);

/* The engine asks on behalf of the program: openat, whatever it is opened for, faccessat or newfstatat, for the file as the program sees
 * it. Nothing is changed. */
long captured_ask(long number, long a, long b, long c, long d);

#endif
