/* calendar.h - dates without libc, whose own functions take a lock and read the machine's time zone: here it is UTC always. */
#ifndef MZ_BASE_CALENDAR_H
#define MZ_BASE_CALENDAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* gmtime: seconds since 1970 as a date. False if the year does not fit. */
bool calendar_date(int64_t seconds, struct tm *date);

/* timegm: the other way round. Fields may be out of their ranges. */
int64_t calendar_seconds(const struct tm *date);

/* Are all conversions known? Not those with a field width, and E, O and #, for which libc has ways of its own. */
bool calendar_knows(const char *format);

/* strftime in the locale "C", of a format that is known: the number of bytes before the NUL. With `to` NULL nothing is
 * written, and the size does not matter. Returns 0 if it does not fit. */
size_t calendar_format(char *to, size_t size, const char *format, const struct tm *date);

#endif
