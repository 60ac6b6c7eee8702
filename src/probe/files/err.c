/* err.c - err, warn and their kin: the program's name, a message and perhaps what errno says, on stderr; some end the program. */
#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "probe/argument.h"
#include "probe/files/streams.h"

/* What follows the message. */
static const char of_errno[] = "%m\n", and_of_errno[] = ": %m\n", only_itself[] = "\n";

static void say(uint64_t pc, const char *name, const char *format, struct arguments *arguments, const char *end)
{
    stream_print(pc, stderr, name, "%s: ", program_invocation_short_name);
    if (format)
        stream_vprint(pc, stderr, name, format, arguments);
    stream_print(pc, stderr, name, end == and_of_errno && !format ? of_errno : end);
}

/* Outside of a search libc's own functions do. What ends the program does so as if at the same call. */

#define WITH_LIST(what)                         \
    {                                           \
        struct arguments arguments;             \
        if (probe_active(NULL))                 \
            format = TEXT_ARGUMENT(CALLER, format); \
        va_copy(arguments.list, list);          \
        what;                                   \
        va_end(arguments.list);                 \
    }
#define WITH_ARGUMENTS(what)                    \
    {                                           \
        struct arguments arguments;             \
        if (probe_active(NULL))                 \
            format = TEXT_ARGUMENT(CALLER, format); \
        va_start(arguments.list, format);       \
        what;                                   \
        va_end(arguments.list);                 \
    }

#define WARN(name, vname, end)                                                                          \
    static void vname##_from(uint64_t pc, const char *format, struct arguments *arguments)              \
    {                                                                                                   \
        if (!probe_active(NULL))                                                                        \
            REAL(vname)(format, arguments->list);                                                       \
        else                                                                                            \
            say(pc, #name, format, arguments, end);                                                     \
    }                                                                                                   \
    STAND_IN(void, name, const char *format, ...) WITH_ARGUMENTS(vname##_from(CALLER, format, &arguments)) \
    STAND_IN(void, vname, const char *format, va_list list) WITH_LIST(vname##_from(CALLER, format, &arguments))

#define ERR(name, vname, end)                                                                           \
    static void vname##_from(uint64_t pc, int status, const char *format, struct arguments *arguments)  \
    {                                                                                                   \
        if (!probe_active(NULL))                                                                        \
            REAL(vname)(status, format, arguments->list);                                               \
        say(pc, #name, format, arguments, end);                                                         \
        exit_from(pc, status);                                                                          \
    }                                                                                                   \
    STAND_IN(void, name, int status, const char *format, ...)                                           \
    WITH_ARGUMENTS(vname##_from(CALLER, status, format, &arguments))                                    \
    STAND_IN(void, vname, int status, const char *format, va_list list)                                 \
    WITH_LIST(vname##_from(CALLER, status, format, &arguments))

WARN(warn, vwarn, and_of_errno)
WARN(warnx, vwarnx, only_itself)
ERR(err, verr, and_of_errno)
ERR(errx, verrx, only_itself)
