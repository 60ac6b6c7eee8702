/* calendar.c - see calendar.h. */
#include "base/calendar.h"

#include <limits.h>
#include <string.h>

static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};
static const char *const weekdays[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};

enum { SECONDS_A_DAY = 86400 };

/* --- seconds and dates ------------------------------------------------------------------------------------------------- */

static int64_t divide_down(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static bool is_leap(int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Days from 1970-01-01 to the first of January. */
static int64_t days_to_year(int64_t year)
{
    int64_t before = year - 1;
    return 365 * (year - 1970) + divide_down(before, 4) - divide_down(before, 100) + divide_down(before, 400) - 477;
}

static int days_to_month(int64_t year, int month)
{
    static const short days[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
    return days[month] + (month > 1 && is_leap(year));
}

static int64_t year_of_day(int64_t day)
{
    int64_t year = 1970 + divide_down(day * 400, 146097); /* 146,097 days in 400 years: at most one off */
    while (days_to_year(year) > day)
        year--;
    while (days_to_year(year + 1) <= day)
        year++;
    return year;
}

bool calendar_date(int64_t seconds, struct tm *date)
{
    int64_t day = divide_down(seconds, SECONDS_A_DAY);
    int second = (int)(seconds - day * SECONDS_A_DAY), month = 11;
    if (day / 365 > INT_MAX || day / 365 < INT_MIN)
        return false;
    int64_t year = year_of_day(day);
    if (year - 1900 > INT_MAX || year - 1900 < INT_MIN)
        return false;
    int day_of_year = (int)(day - days_to_year(year));
    while (days_to_month(year, month) > day_of_year)
        month--;
    memset(date, 0, sizeof *date);
    date->tm_sec = second % 60;
    date->tm_min = second / 60 % 60;
    date->tm_hour = second / 3600;
    date->tm_mday = day_of_year - days_to_month(year, month) + 1;
    date->tm_mon = month;
    date->tm_year = (int)(year - 1900);
    date->tm_wday = (int)(day + 4 - divide_down(day + 4, 7) * 7); /* the first day was a Thursday */
    date->tm_yday = day_of_year;
    date->tm_zone = "GMT";
    return true;
}

int64_t calendar_seconds(const struct tm *date)
{
    int64_t years = divide_down(date->tm_mon, 12), year = 1900 + (int64_t)date->tm_year + years;
    int month = (int)(date->tm_mon - 12 * years);
    int64_t day = days_to_year(year) + days_to_month(year, month) + date->tm_mday - 1;
    return ((day * 24 + date->tm_hour) * 60 + date->tm_min) * 60 + date->tm_sec;
}

/* --- dates as text ----------------------------------------------------------------------------------------------------- */

struct line {
    char  *to;
    size_t length;
};

/* One conversion: %_d */
struct conversion {
    char flag; /* _ - 0 or none: how numbers are filled up */
    bool upper;
    char letter;
};

static void put(struct line *out, char c)
{
    if (out->to)
        out->to[out->length] = c;
    out->length++;
}

static char in_case(char c, const struct conversion *how)
{
    return how->upper && c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static void put_text(struct line *out, const struct conversion *how, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        put(out, in_case(text[i], how));
}

static void put_name(struct line *out, const struct conversion *how, const char *const *names, int count, int index, bool whole)
{
    const char *name = index < 0 || index >= count ? "?" : names[index];
    size_t length = strlen(name);
    put_text(out, how, name, whole || length < 3 ? length : 3);
}

/* `digits` at least, filled up with `fill` unless a flag says otherwise. */
static void put_number(struct line *out, const struct conversion *how, int64_t value, unsigned digits, char fill)
{
    char reversed[24];
    unsigned length = 0;
    uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
    do
        reversed[length++] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    fill = how->flag == '_' ? ' ' : how->flag == '0' ? '0' : fill;
    if (value < 0)
        put(out, '-');
    for (unsigned n = length; n < digits && how->flag != '-'; n++)
        put(out, fill);
    while (length > 0)
        put(out, reversed[--length]);
}

/* Week of the year whose weeks begin with the weekday `first`. */
static int week(const struct tm *d, int first)
{
    return (d->tm_yday - (d->tm_wday - first + 7) % 7 + 7) / 7;
}

/* ISO 8601: the week belongs to the year that has its Thursday. */
static int iso_week(const struct tm *d, int64_t *year)
{
    int thursday = d->tm_yday - (d->tm_wday + 6) % 7 + 3;
    *year = 1900 + (int64_t)d->tm_year;
    if (thursday < 0) {
        --*year;
        thursday += 365 + is_leap(*year);
    } else if (thursday >= 365 + is_leap(*year)) {
        thursday -= 365 + is_leap(*year);
        ++*year;
    }
    return thursday / 7 + 1;
}

static void put_zone(struct line *out, const struct conversion *how, const struct tm *d)
{
    if (d->tm_isdst < 0)
        return;
    long minutes = d->tm_gmtoff / 60, absolute = minutes < 0 ? -minutes : minutes;
    put(out, d->tm_gmtoff < 0 ? '-' : '+');
    put_number(out, how, absolute / 60 * 100 + absolute % 60, 4, '0');
}

static void put_all(struct line *out, const char *format, const struct tm *d);

/* Conversions that stand for several others. */
static const char *expansion(char letter)
{
    switch (letter) {
    case 'c': return "%a %b %e %H:%M:%S %Y";
    case 'D':
    case 'x': return "%m/%d/%y";
    case 'F': return "%Y-%m-%d";
    case 'r': return "%I:%M:%S %p";
    case 'R': return "%H:%M";
    case 'T':
    case 'X': return "%H:%M:%S";
    default: return NULL;
    }
}

static void put_expansion(struct line *out, const struct conversion *how, const struct tm *d)
{
    size_t start = out->length;
    put_all(out, expansion(how->letter), d);
    for (size_t i = start; out->to && i < out->length; i++)
        out->to[i] = in_case(out->to[i], how);
}

static void put_half_of_day(struct line *out, const struct conversion *how, const struct tm *d)
{
    static const char *const halves[] = {"AM", "PM", "am", "pm"};
    bool lower = how->letter == 'P';
    put_text(out, &(struct conversion){.upper = !lower}, halves[(d->tm_hour > 11) + (lower ? 2 : 0)], 2);
}

static void put_conversion(struct line *out, const struct conversion *how, const struct tm *d)
{
    int hour12 = d->tm_hour > 12 ? d->tm_hour - 12 : d->tm_hour == 0 ? 12 : d->tm_hour;
    int64_t year = 1900 + (int64_t)d->tm_year, iso_year;
    int iso = iso_week(d, &iso_year);
    switch (how->letter) {
    case 'a': put_name(out, how, weekdays, 7, d->tm_wday, false); break;
    case 'A': put_name(out, how, weekdays, 7, d->tm_wday, true); break;
    case 'b':
    case 'h': put_name(out, how, months, 12, d->tm_mon, false); break;
    case 'B': put_name(out, how, months, 12, d->tm_mon, true); break;
    case 'C': put_number(out, how, divide_down(year, 100), 1, '0'); break;
    case 'd': put_number(out, how, d->tm_mday, 2, '0'); break;
    case 'e': put_number(out, how, d->tm_mday, 2, ' '); break;
    case 'g': put_number(out, how, (iso_year % 100 + 100) % 100, 2, '0'); break;
    case 'G': put_number(out, how, iso_year, 1, '0'); break;
    case 'H': put_number(out, how, d->tm_hour, 2, '0'); break;
    case 'I': put_number(out, how, hour12, 2, '0'); break;
    case 'j': put_number(out, how, d->tm_yday + (int64_t)1, 3, '0'); break;
    case 'k': put_number(out, how, d->tm_hour, 2, ' '); break;
    case 'l': put_number(out, how, hour12, 2, ' '); break;
    case 'm': put_number(out, how, d->tm_mon + (int64_t)1, 2, '0'); break;
    case 'M': put_number(out, how, d->tm_min, 2, '0'); break;
    case 'n': put_text(out, how, "\n", 1); break;
    case 'p':
    case 'P': put_half_of_day(out, how, d); break;
    case 's': put_number(out, how, calendar_seconds(d), 1, '0'); break;
    case 'S': put_number(out, how, d->tm_sec, 2, '0'); break;
    case 't': put_text(out, how, "\t", 1); break;
    case 'u': put_number(out, how, (d->tm_wday + 6) % 7 + 1, 1, '0'); break;
    case 'U': put_number(out, how, week(d, 0), 2, '0'); break;
    case 'V': put_number(out, how, iso, 2, '0'); break;
    case 'w': put_number(out, how, d->tm_wday, 1, '0'); break;
    case 'W': put_number(out, how, week(d, 1), 2, '0'); break;
    case 'y': put_number(out, how, (year % 100 + 100) % 100, 2, '0'); break;
    case 'Y': put_number(out, how, year, 1, '0'); break;
    case 'z': put_zone(out, how, d); break;
    case 'Z': put_text(out, how, d->tm_zone ? d->tm_zone : "", d->tm_zone ? strlen(d->tm_zone) : 0); break;
    case '%': put_text(out, how, "%", 1); break;
    default: put_expansion(out, how, d);
    }
}

static const char *read_conversion(const char *at, struct conversion *how)
{
    *how = (struct conversion){0};
    for (; *at == '_' || *at == '-' || *at == '0' || *at == '^'; at++) {
        if (*at == '^')
            how->upper = true;
        else
            how->flag = *at;
    }
    how->letter = *at;
    return *at ? at + 1 : at;
}

static void put_all(struct line *out, const char *format, const struct tm *d)
{
    while (*format) {
        struct conversion how;
        if (*format != '%') {
            put(out, *format++);
            continue;
        }
        format = read_conversion(format + 1, &how);
        put_conversion(out, &how, d);
    }
}

bool calendar_knows(const char *format)
{
    static const char letters[] = "aAbBCdegGhHIjklmMnpPsStuUVwWyYzZ%";
    while (*format) {
        struct conversion how;
        if (*format++ != '%')
            continue;
        format = read_conversion(format, &how);
        bool simple = false;
        for (const char *letter = letters; *letter; letter++)
            simple |= *letter == how.letter;
        if (!simple && !expansion(how.letter))
            return false;
    }
    return true;
}

size_t calendar_format(char *to, size_t size, const char *format, const struct tm *date)
{
    struct line measured = {0}, out = {.to = to};
    put_all(&measured, format, date);
    if (!to)
        return measured.length;
    if (measured.length >= size)
        return 0;
    put_all(&out, format, date);
    to[out.length] = '\0';
    return out.length;
}
