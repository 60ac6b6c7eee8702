/* rank_results.c - strerror: texts of the C library, which are constant; what it says of numbers that it does not know is each
 * thread's own. */
#include <errno.h>
#include <string.h>

#include "base/text.h"
#include "probe/libc.h"

enum { ROOM = 32 }; /* "Unknown error -2147483648" */

static MODEL char unknown[MAX_THREADS][ROOM];

/* Body of OP_CALL. arg[0]: the number. */
static enum performed unknown_body(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    char *text = unknown[t->number];
    mem_will_write(text, ROOM);
    memset(text, 0, ROOM);
    text_format(text, ROOM, "Unknown error %d", (int)op->arg[0]);
    t->result[0] = (uint64_t)text;
    return PERFORM_RESUME;
}

EXPORT char *strerror(int number)
{
    if (!probe_active(NULL))
        return REAL(strerror)(number);
    const char *known = strerrordesc_np(number);
    return known ? (char *)known : (char *)mz__announce_call(unknown_body, (uint64_t)number, 0, 0);
}

/* Into a buffer: as much as it has room for. */
static void put(uint64_t pc, char *to, size_t room, const char *text, size_t length)
{
    size_t bytes = length < room ? length : room - 1;
    if (room == 0)
        return;
    if (bytes)
        announce_from(pc, OP_WRITE | ANNOUNCE_DETAIL(WRITE_FROM), to, bytes, (uint64_t)text, 0, 0);
    announce_from(pc, OP_WRITE | ANNOUNCE_DETAIL(WRITE_FILL), to + bytes, 1, 0, 0, 0);
}

/* GNU's form fills the buffer only if it must. */
STAND_IN(char *, strerror_r, int number, char *buffer, size_t room)
{
    if (!probe_active(NULL))
        return REAL_AS(strerror_r, char *(*)(int, char *, size_t))(number, buffer, room);
    const char *known = strerrordesc_np(number);
    if (known)
        return (char *)known;
    const char *text = (const char *)mz__announce_call(unknown_body, (uint64_t)number, 0, 0);
    put(CALLER, buffer, room, text, strlen(text));
    return buffer;
}

STAND_IN(int, __xpg_strerror_r, int number, char *buffer, size_t room)
{
    if (!probe_active(NULL))
        return REAL_AS(__xpg_strerror_r, int (*)(int, char *, size_t))(number, buffer, room);
    const char *known = strerrordesc_np(number);
    const char *text = known ? known : (const char *)mz__announce_call(unknown_body, (uint64_t)number, 0, 0);
    put(CALLER, buffer, room, text, strlen(text));
    return !known ? EINVAL : strlen(text) < room ? 0 : ERANGE;
}
