/* dates.c - localtime, mktime, strftime and the like: one operation each, in UTC, whatever the machine's time zone is.
 *
 * libc's own functions take a lock and allocate memory while they hold it. Functions that return a pointer to a date or text
 * of libc's own share one date and one text, so that two threads which use them are seen to disturb each other.
 */
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <string.h>
#include <time.h>

#include "base/calendar.h"
#include "probe/argument.h"
#include "probe/errno.h"
#include "world/premise.h"

enum { TEXT_BYTES = 26 }; /* "Tue Nov 14 22:13:20 2023\n" */

static MODEL struct tm own_date;
static MODEL char own_text[TEXT_BYTES + 6];

static enum performed done(struct thread *t, uint64_t result)
{
    t->result[0] = result;
    return PERFORM_RESUME;
}

static enum performed failed(struct thread *t, int error, uint64_t result)
{
    probe_set_errno(t, error);
    return done(t, result);
}

enum performed libcall_date(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct tm date;
    if (op->detail == LIBCALL_LOCALTIME)
        premise_met(PREMISE_ZONE, op->pc);
    if (!calendar_date(*(const time_t *)op->addr2, &date))
        return failed(t, EOVERFLOW, 0);
    mem_set((struct tm *)op->addr, date);
    return done(t, op->addr);
}

enum performed libcall_mktime(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct tm date;
    int64_t seconds = calendar_seconds((const struct tm *)op->addr);
    if (op->arg[2])
        premise_met(PREMISE_ZONE, op->pc);
    if (!calendar_date(seconds, &date))
        return failed(t, EOVERFLOW, (uint64_t)-1);
    mem_set((struct tm *)op->addr, date);
    return done(t, (uint64_t)seconds);
}

/* asctime gets a date and ctime a time. */
static bool date_of(const struct op *op, struct tm *date)
{
    if (op->detail == LIBCALL_CTIME) {
        premise_met(PREMISE_ZONE, op->pc);
        return calendar_date(*(const time_t *)op->addr2, date);
    }
    *date = *(const struct tm *)op->addr2;
    return true;
}

enum performed libcall_asctime(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    static const char form[] = "%a %b %_d %H:%M:%S %Y\n";
    struct tm date;
    if (!date_of(op, &date))
        return failed(t, EOVERFLOW, 0);
    size_t length = calendar_format(NULL, 0, form, &date);
    if (length >= TEXT_BYTES)
        return failed(t, EOVERFLOW, 0);
    mem_will_write((void *)op->addr, length + 1);
    calendar_format((char *)op->addr, TEXT_BYTES, form, &date);
    return done(t, op->addr);
}

/* What strftime was given, in the frame of its stand-in. */
struct strftime_call {
    const char *format;
    size_t      size;
};

static size_t text_length(const struct strftime_call *call, const struct tm *date)
{
    size_t length = calendar_format(NULL, 0, call->format, date);
    return length < call->size ? length : 0;
}

/* Another thread may have changed the date since the text was measured: then it is pending once more, as what it has become. */
enum performed libcall_strftime(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    const struct strftime_call *call = (const struct strftime_call *)op->arg[2];
    const struct tm *date = (const struct tm *)op->addr2;
    size_t length = text_length(call, date), bytes = length < call->size ? length + 1 : 0;
    if (bytes > UINT_MAX)
        return world_report(t, FAULT_REFUSED, 0, 0, "a text of that length from strftime is not supported");
    if (bytes != op->size) {
        op->size = (uint32_t)bytes;
        return PERFORM_PENDING;
    }
    mem_will_write((void *)op->addr, bytes);
    calendar_format((char *)op->addr, bytes, call->format, date);
    return done(t, length);
}

/* %s takes the date for local time, and %Z names the zone of a date that has none. */
static bool asks_for_zone(const char *format)
{
    for (; *format; format++) {
        if (*format != '%')
            continue;
        format += 1 + strspn(format + 1, "_-0^#+123456789EO");
        if (*format == 's' || *format == 'Z')
            return true;
        if (!*format)
            return false;
    }
    return false;
}

/* Body of OP_CALL. arg[0]: struct strftime_call; arg[1]: date. */
static enum performed measure(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    announced_from(op);
    const struct strftime_call *call = (const struct strftime_call *)op->arg[0];
    const char *locale = REAL(setlocale)(LC_TIME, NULL);
    if (strcmp(locale, "C") != 0 && strcmp(locale, "POSIX") != 0)
        return world_report(t, FAULT_REFUSED, 0, 0, "strftime in another locale than C is not supported");
    if (!calendar_knows(call->format))
        return world_report(t, FAULT_REFUSED, 0, 0, "strftime with this format is not supported: %s", call->format);
    if (asks_for_zone(call->format))
        premise_met(PREMISE_ZONE, op->pc);
    return done(t, text_length(call, (const struct tm *)op->arg[1]));
}

/* ---- stand-ins ------------------------------------------------------------------------------------------------------ */

static inline struct tm *date_into(uint32_t call, struct tm *to, const time_t *time)
{
    return (struct tm *)mz__announce(call, to, sizeof *to, (uint64_t)time, sizeof *time, 0);
}

#define BREAK_DOWN(name, NAME)                                        \
    EXPORT struct tm *name(const time_t *time)                        \
    {                                                                 \
        if (!probe_active(NULL))                                      \
            return REAL(name)(time);                                  \
        return date_into(LIBCALL(NAME), &own_date, time);             \
    }                                                                 \
    EXPORT struct tm *name##_r(const time_t *time, struct tm *to)     \
    {                                                                 \
        if (!probe_active(NULL))                                      \
            return REAL(name##_r)(time, to);                          \
        return date_into(LIBCALL(NAME), to, time);                    \
    }
BREAK_DOWN(gmtime, GMTIME)
BREAK_DOWN(localtime, LOCALTIME)

#define MAKE_TIME(name, local)                                                     \
    EXPORT time_t name(struct tm *date)                                            \
    {                                                                              \
        if (!probe_active(NULL))                                                   \
            return REAL(name)(date);                                               \
        return (time_t)mz__announce(LIBCALL(MKTIME), date, sizeof *date, 0, 0, local); \
    }
MAKE_TIME(mktime, 1)
MAKE_TIME(timelocal, 1)
MAKE_TIME(timegm, 0)

#define AS_TEXT(name, NAME, type)                                                                                     \
    EXPORT char *name(const type *from)                                                                               \
    {                                                                                                                 \
        if (!probe_active(NULL))                                                                                      \
            return REAL(name)(from);                                                                                  \
        return (char *)mz__announce(LIBCALL(NAME), own_text, TEXT_BYTES, (uint64_t)from, sizeof *from, 0);            \
    }                                                                                                                 \
    EXPORT char *name##_r(const type *from, char *to)                                                                 \
    {                                                                                                                 \
        if (!probe_active(NULL))                                                                                      \
            return REAL(name##_r)(from, to);                                                                          \
        return (char *)mz__announce(LIBCALL(NAME), to, TEXT_BYTES, (uint64_t)from, sizeof *from, 0);                  \
    }
AS_TEXT(asctime, ASCTIME, struct tm)
AS_TEXT(ctime, CTIME, time_t)

EXPORT size_t strftime(char *to, size_t size, const char *format, const struct tm *date)
{
    if (!probe_active(NULL))
        return REAL(strftime)(to, size, format, date);
    uint64_t pc = CALLER;
    struct strftime_call call = {TEXT_ARGUMENT(pc, format), size};
    uint64_t length = announce_call_from(pc, measure, (uint64_t)&call, (uint64_t)date, 0);
    return announce_from(pc, LIBCALL(STRFTIME), to, length < size ? length + 1 : 0, (uint64_t)date, sizeof *date, (uint64_t)&call);
}

/* The zone is UTC, and the variables tzname, timezone and daylight say so from the start. */
EXPORT void tzset(void)
{
    if (!probe_active(NULL))
        REAL(tzset)();
    else
        premise_met(PREMISE_ZONE, CALLER);
}
