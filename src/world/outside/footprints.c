/* footprints.c - see footprints.h. Uses no libc, for the runtime has it. */
#include "world/outside/footprints.h"

#include <stddef.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>

#include "base/text.h"

#define V {FOOT_VALUE, 0}
#define S {FOOT_STRING, 0}
#define BYTES(type) {FOOT_BYTES, sizeof(type)}
#define COUNTED(argument) {FOOT_COUNTED, argument}
#define STATUS BYTES(struct stat)

enum { STATX_BYTES = 256 }; /* struct statx, which old headers do not have */

#define SCAN {S, {FOOT_FORMAT, 0}, {FOOT_OBJECT, 0}, {FOOT_OBJECT, 0}, {FOOT_OBJECT, 0}, {FOOT_OBJECT, 0}}

static const struct footprint footprints[] = {
    {"__cyg_profile_func_enter", {V, V}},
    {"__cyg_profile_func_exit", {V, V}},
    {"__fxstatat", {V, V, S, STATUS}},
    {"__getcwd_chk", {COUNTED(1)}},
    {"__isoc23_sscanf", SCAN},
    {"__isoc99_sscanf", SCAN},
    {"__lxstat", {V, S, STATUS}},
    {"__lxstat64", {V, S, STATUS}},
    {"__readlink_chk", {S, COUNTED(2)}},
    {"__sched_cpucount", {V, COUNTED(0)}},
    {"__xpg_basename", {S}},
    {"__xstat", {V, S, STATUS}},
    {"__xstat64", {V, S, STATUS}},
    {"access", {S}},
    {"basename", {S}},
    {"dirname", {S}},
    {"eaccess", {S}},
    {"euidaccess", {S}},
    {"faccessat", {V, S}},
    {"fnmatch", {S, S}},
    {"frexp", {BYTES(int)}},
    {"frexpf", {BYTES(int)}},
    {"frexpl", {BYTES(int)}},
    {"fstatat", {V, S, STATUS}},
    {"fstatat64", {V, S, STATUS}},
    {"getcwd", {COUNTED(1)}},
    {"getenv", {S}},
    {"gethostname", {COUNTED(1)}},
    {"getrlimit", {V, BYTES(struct rlimit)}},
    {"getrlimit64", {V, BYTES(struct rlimit)}},
    {"index", {S}},
    {"isatty", {V}},
    {"lgamma_r", {BYTES(int)}},
    {"lgammaf_r", {BYTES(int)}},
    {"lgammal_r", {BYTES(int)}},
    {"localeconv", {V}},
    {"lstat", {S, STATUS}},
    {"lstat64", {S, STATUS}},
    {"memmem", {COUNTED(1), V, COUNTED(3)}},
    {"memrchr", {COUNTED(2)}},
    {"modf", {BYTES(double)}},
    {"modff", {BYTES(float)}},
    {"modfl", {BYTES(long double)}},
    {"nl_langinfo", {V}},
    {"readlink", {S, COUNTED(2)}},
    {"readlinkat", {V, S, COUNTED(3)}},
    {"remquo", {BYTES(int)}},
    {"remquof", {BYTES(int)}},
    {"remquol", {BYTES(int)}},
    {"rindex", {S}},
    {"sched_getaffinity", {V, V, COUNTED(1)}},
    {"secure_getenv", {S}},
    {"setenv", {S, S}},
    {"setlocale", {V, S}},
    {"sincos", {BYTES(double), BYTES(double)}},
    {"sincosf", {BYTES(float), BYTES(float)}},
    {"sincosl", {BYTES(long double), BYTES(long double)}},
    {"sscanf", SCAN},
    {"stat", {S, STATUS}},
    {"stat64", {S, STATUS}},
    {"statx", {V, S, V, V, {FOOT_BYTES, STATX_BYTES}}},
    {"strcasestr", {S, S}},
    {"strchrnul", {S}},
    {"strcoll", {S, S}},
    {"strsignal", {V}},
    {"strverscmp", {S, S}},
    {"swab", {COUNTED(2), COUNTED(2)}},
    {"uname", {BYTES(struct utsname)}},
    {"unsetenv", {S}},
};

/* A conversion ends where another one begins, at the latest: "%%" takes nothing, and neither does one with a star. */
bool footprint_holds(const char *format, unsigned number)
{
    unsigned taken = 0;
    for (; *format; format++) {
        if (*format != '%')
            continue;
        format++;
        taken += *format != '%' && *format != '*';
        if (*format == '\0')
            break;
    }
    return taken + number + 1 <= FOOT_ARGUMENTS;
}

const struct footprint *footprint_of(const char *function)
{
    for (size_t i = 0; i < sizeof footprints / sizeof *footprints; i++)
        if (text_equal(footprints[i].function, function))
            return &footprints[i];
    return NULL;
}
