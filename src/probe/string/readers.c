/* readers.c - functions that read strings and are otherwise left to libc: what they read is announced, and what they write
 * (where a number ends) too. The real function then runs within the same step. A string that has become longer when its thread
 * could go on is announced again.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "probe/libc.h"
#include "world/outside/outside.h"

static size_t bounded_size(const char *s, size_t limit)
{
    size_t n = 0;
    while (n < limit && s[n++] != '\0')
        ;
    return n;
}

static void reads_string(uint64_t pc, const char *s)
{
    for (size_t was = strlen(s) + 1, is;; was = is) {
        announce_read_from(pc, s, was);
        is = strlen(s) + 1;
        if (is <= was)
            return;
    }
}

void outside_reads_name(uint64_t pc, const char *name)
{
    probe_wipe_stack();
    reads_string(pc, name);
}

/* Both, up to so many bytes of each. */
static void reads_strings(uint64_t pc, const char *a, const char *b, size_t limit)
{
    for (size_t was_a = bounded_size(a, limit), was_b = bounded_size(b, limit);;) {
        announce_read_from(pc, a, was_a);
        announce_last_read_from(pc, b, was_b);
        size_t is_a = bounded_size(a, limit), is_b = bounded_size(b, limit);
        if (is_a <= was_a && is_b <= was_b)
            return;
        was_a = is_a;
        was_b = is_b;
    }
}

#define NUMBER(type, name)                   \
    EXPORT type name(const char *s)          \
    {                                        \
        if (probe_inside())              \
            reads_string(CALLER, s);         \
        return REAL(name)(s);                \
    }
NUMBER(int, atoi)
NUMBER(long, atol)
NUMBER(long long, atoll)
NUMBER(double, atof)
NUMBER(double, nan)
NUMBER(float, nanf)
NUMBER(long double, nanl)

static void parses(uint64_t pc, const char *s, char **end)
{
    if (!end) {
        reads_string(pc, s);
        return;
    }
    for (size_t was = strlen(s) + 1, is;; was = is) {
        announce_read_from(pc, s, was);
        announce_from(pc, OP_WRITE | ANNOUNCE_ORDER(OP_LAST_OF_SEVERAL), end, sizeof *end, 0, 0, 0);
        is = strlen(s) + 1;
        if (is <= was)
            return;
    }
}

#define PARSE_INTEGER(type, name)                       \
    EXPORT type name(const char *s, char **end, int base) \
    {                                                   \
        if (probe_inside())                         \
            parses(CALLER, s, end);                     \
        return REAL(name)(s, end, base);                \
    }
PARSE_INTEGER(long, strtol)
PARSE_INTEGER(long long, strtoll)
PARSE_INTEGER(unsigned long, strtoul)
PARSE_INTEGER(unsigned long long, strtoull)
PARSE_INTEGER(intmax_t, strtoimax)
PARSE_INTEGER(uintmax_t, strtoumax)

/* What newer headers make of them; the C library of this machine may not have them, then nobody calls them. */
#define PARSE_C23(type, name)                                    \
    EXPORT type __isoc23_##name(const char *s, char **end, int base); \
    type __isoc23_##name(const char *s, char **end, int base) { return name(s, end, base); }
PARSE_C23(long, strtol)
PARSE_C23(long long, strtoll)
PARSE_C23(unsigned long, strtoul)
PARSE_C23(unsigned long long, strtoull)

#define PARSE_REAL(type, name)                  \
    EXPORT type name(const char *s, char **end) \
    {                                           \
        if (probe_inside())                 \
            parses(CALLER, s, end);             \
        return REAL(name)(s, end);              \
    }
PARSE_REAL(double, strtod)
PARSE_REAL(float, strtof)
PARSE_REAL(long double, strtold)

#define TWO_STRINGS(type, name)                    \
    EXPORT type name(const char *a, const char *b) \
    {                                              \
        if (probe_inside())                        \
            reads_strings(CALLER, a, b, SIZE_MAX); \
        return REAL(name)(a, b);                   \
    }
TWO_STRINGS(int, strcasecmp)
TWO_STRINGS(size_t, strspn)
TWO_STRINGS(size_t, strcspn)
TWO_STRINGS(char *, strpbrk)

EXPORT int strncasecmp(const char *a, const char *b, size_t limit)
{
    if (probe_inside())
        reads_strings(CALLER, a, b, limit);
    return REAL(strncasecmp)(a, b, limit);
}
