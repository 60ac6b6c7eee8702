/* footprints.c - see footprints.h. Uses no libc, for the runtime has it. */
#include "world/outside/footprints.h"

#include <stddef.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>

#include "base/text.h"
#include "model/call_table.h"

/* Words of the rows of guarded functions (model/call_table.h). */
#define V {FOOT_VALUE, 0}
#define S {FOOT_STRING, 0}
#define BYTES(type) {FOOT_BYTES, sizeof(type)}
#define COUNTED(argument) {FOOT_COUNTED, argument}
#define STATUS BYTES(struct stat)
#define STATX {FOOT_BYTES, 256} /* struct statx, which old headers do not have */
#define TOUCHES(...) {__VA_ARGS__}
#define SCAN {S, {FOOT_FORMAT, 0}, {FOOT_OBJECT, 0}, {FOOT_OBJECT, 0}, {FOOT_OBJECT, 0}, {FOOT_OBJECT, 0}}
#define ANYWHERE {{FOOT_ANYWHERE, 0}}

#define ROW(name, touched, ...) {#name, touched},
static const struct footprint footprints[] = {CALLS_GUARDED(ROW) CALLS_GUARDED_STATE(ROW)};

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
            return footprints[i].argument[0].kind == FOOT_ANYWHERE ? NULL : &footprints[i];
    return NULL;
}
