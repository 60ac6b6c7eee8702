/* stand_ins.h - functions that the world needs of the stand-ins; implemented by those for threads. */
#ifndef MZ_WORLD_STAND_INS_H
#define MZ_WORLD_STAND_INS_H

#include <stdbool.h>

#include "model/threadset.h"

#define EXPORT_BOOT __attribute__((visibility("default")))

void  probe_wipe_stack(void);    /* zeros below the caller's frame, where main has left addresses of the heap */
void  boot_exit(int status);     /* the program's exit, on its own thread */
void  boot_adopt_main(void);     /* the model's table of threads has its first entry */
threadset boot_thread_numbers(void); /* in use: of threads that are alive, or have ended and were not joined */
void *boot_own_symbol(void);     /* our pthread_create */
bool  boot_take_early(void);     /* what libraries' constructors have made is the model's from now on; false: it is too much */
void  boot_light_hooks(void);    /* the program calls those for sampled executions from now on */

#endif
