/* hunt_answers.h - answers of the kernel that may differ the next time: clocks, random bytes. They are written
 * into the shared memory, thread by thread, and a replay gets them again. */
#ifndef MZ_HUNT_HUNT_ANSWERS_H
#define MZ_HUNT_HUNT_ANSWERS_H

#include <sys/types.h>

#include "hunt/controlled.h"

/* `answer` has the kernel's answer, and is replaced in a replay by that of the execution that is replayed, as long as there is one of the
 * same kind. */
void answers_take(enum hunt_answer_kind kind, void *answer, size_t size);
void answers_take_input(int fd, void *to, ssize_t got); /* of a read */

#endif
