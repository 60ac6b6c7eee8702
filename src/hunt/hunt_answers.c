/* hunt_answers.c - see hunt_answers.h; and the calls for random bytes. */
#include "hunt/hunt_answers.h"

#include <errno.h>
#include <string.h>

#include "hunt/real.h"

static uint64_t next[HUNT_MAX_THREADS]; /* where in the script the thread's own are looked for */

/* Nothing is given to who asks for something else than the execution before did. */
static const struct hunt_answer *recorded(unsigned thread, enum hunt_answer_kind kind)
{
    while (next[thread] < hunt_wire->answer_script_count && hunt_wire->answer_script[next[thread]].thread != thread)
        next[thread]++;
    const struct hunt_answer *a = &hunt_wire->answer_script[next[thread]];
    return next[thread] < hunt_wire->answer_script_count && a->kind == kind ? a : NULL;
}

static void write_down(unsigned thread, enum hunt_answer_kind kind, const void *bytes, size_t size)
{
    uint64_t at = __atomic_fetch_add(&hunt_wire->answers, 1, __ATOMIC_RELAXED);
    if (at >= HUNT_MAX_ANSWERS)
        return;
    hunt_wire->answer[at] = (struct hunt_answer){.thread = (uint16_t)thread, .kind = (uint16_t)kind};
    memcpy(hunt_wire->answer[at].bytes, bytes, size);
}

void answers_take(enum hunt_answer_kind kind, void *answer, size_t size)
{
    const struct thread *me = hunt_wire ? hunt_self() : NULL;
    char *bytes = answer;
    for (size_t at = 0; me && !me->inside && at < size; at += HUNT_ANSWER_SIZE) {
        size_t part = size - at < HUNT_ANSWER_SIZE ? size - at : HUNT_ANSWER_SIZE;
        const struct hunt_answer *a = hunt_wire->mode == HUNT_SEARCH ? NULL : recorded(me->number, kind);
        if (a) {
            memcpy(bytes + at, a->bytes, part);
            next[me->number]++;
        }
        write_down(me->number, kind, bytes + at, part);
    }
}

EXPORT ssize_t getrandom(void *to, size_t size, unsigned flags)
{
    ssize_t got = REAL(getrandom)(to, size, flags);
    if (got > 0)
        answers_take(HUNT_RANDOM, to, (size_t)got);
    return got;
}

EXPORT int getentropy(void *to, size_t size)
{
    int result = REAL(getentropy)(to, size);
    if (result == 0)
        answers_take(HUNT_RANDOM, to, size);
    return result;
}

/* Answers of a device of characters, such as /dev/urandom: all else is files, or comes from somebody who is replayed,
 * too. */
void answers_take_input(int fd, void *to, ssize_t got)
{
    enum { LONGEST = 4096 };
    struct stat about;
    int error = errno;
    if (got > 0 && got <= LONGEST && hunt_wire && REAL(fstat)(fd, &about) == 0 && S_ISCHR(about.st_mode) && !isatty(fd))
        answers_take(HUNT_RANDOM, to, (size_t)got);
    errno = error;
}
