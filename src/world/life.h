/* life.h - creation and end of threads, and the ends of the process. For the semantics of operations. */
#ifndef MZ_WORLD_LIFE_H
#define MZ_WORLD_LIFE_H

#include "world/world.h"

struct thread *world_birth(tid t, uint64_t start, uint64_t argument, uint64_t pc); /* NULL: the system refuses */
void world_death(struct thread *t);
void world_lay_bottom_frame(struct thread *t); /* its stack is that of a new thread */

/* No other thread can go on: they are left where they wait, with their stacks, and t is alone from now on. */
void world_outlive(struct thread *t);

enum performed world_process_exit(struct thread *t, int status);
enum performed world_assumed_away(struct thread *t);

/* At an end: it would be a fault where others end well; NULL: it ended well. */
const struct fault *world_failed(void);

#endif
