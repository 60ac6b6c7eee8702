/* wide.c - memory and strings of wide characters, like the narrow ones: what a function reads and writes is an operation of its caller.
 *
 * Functions that only read announce that, and the real one then runs within the same step; what has become longer until then is announced
 * again. Those that write read strings first, for their lengths, and then copy bytes, as libc does.
 */
#include <stdlib.h>
#include <wchar.h>

#include "probe/libc.h"

enum { WIDE = sizeof(wchar_t) };
static const size_t no_limit = SIZE_MAX;

/* ---- how much is read, in characters --------------------------------------------------------------------------------------- */

static size_t length(const wchar_t *s, size_t limit)
{
    size_t n = 0;
    while (n < limit && s[n])
        n++;
    return n;
}

/* With its end, if that comes before the limit. */
static size_t string(const wchar_t *s, size_t limit)
{
    size_t n = length(s, limit);
    return n < limit ? n + 1 : n;
}

/* To where the character is, or the string ends. */
static size_t up_to(const wchar_t *s, wchar_t c)
{
    size_t n = 0;
    while (s[n] != c && s[n])
        n++;
    return n + 1;
}

static size_t memory_up_to(const wchar_t *s, wchar_t c, size_t limit)
{
    size_t n = 0;
    while (n < limit && s[n++] != c)
        ;
    return n;
}

/* To where they differ, or both strings end. */
static size_t in_common(const wchar_t *a, const wchar_t *b, size_t limit, bool strings)
{
    size_t n = 0;
    while (n < limit) {
        bool last = a[n] != b[n] || (strings && !a[n]);
        n++;
        if (last)
            break;
    }
    return n;
}

static void reads(uint64_t pc, const wchar_t *from, size_t n)
{
    if (n)
        announce_read_from(pc, from, n * WIDE);
}

/* As one operation. */
static void reads_both(uint64_t pc, const wchar_t *a, size_t n, const wchar_t *b, size_t m)
{
    if (n + m)
        announce_from(pc, OP_COMPARE | ANNOUNCE_DETAIL(COMPARE_FOR), a, n * WIDE, (uint64_t)b, m * WIDE, 0);
}

/* ---- functions that read ----------------------------------------------------------------------------------------------------- */

#define LIST(...) __VA_ARGS__
#define READER(type, name, parameters, arguments, reading)   \
    STAND_IN(type, name, parameters)                         \
    {                                                        \
        if (probe_inside())                                  \
            reading;                                         \
        return REAL_AS(name, type (*)(parameters))arguments; \
    }

/* `size` is asked again when the operation was performed. */
#define READING_BY(pc, s, size)                        \
    for (size_t is = 0, was = (size);; was = is) {     \
        reads(pc, s, was);                             \
        if ((is = (size)) <= was)                      \
            break;                                     \
    }
#define READING(s, size)                   \
    {                                      \
        uint64_t pc = CALLER;              \
        READING_BY(pc, s, size)            \
    }
#define READING_BOTH(a, b, size_a, size_b)                              \
    {                                                                   \
        uint64_t pc = CALLER;                                           \
        for (;;) {                                                      \
            size_t was_a = (size_a), was_b = (size_b);                  \
            reads_both(pc, a, was_a, b, was_b);                         \
            if ((size_a) <= was_a && (size_b) <= was_b)                 \
                break;                                                  \
        }                                                               \
    }

READER(size_t, wcslen, LIST(const wchar_t *s), (s), READING(s, string(s, no_limit)))
READER(size_t, wcsnlen, LIST(const wchar_t *s, size_t n), (s, n), READING(s, string(s, n)))
READER(wchar_t *, wcschr, LIST(const wchar_t *s, wchar_t c), (s, c), READING(s, up_to(s, c)))
READER(wchar_t *, wcsrchr, LIST(const wchar_t *s, wchar_t c), (s, c), READING(s, string(s, no_limit)))
READER(wchar_t *, wmemchr, LIST(const wchar_t *s, wchar_t c, size_t n), (s, c, n), READING(s, memory_up_to(s, c, n)))

#define TWO const wchar_t *a, const wchar_t *b
#define COMPARES(name, parameters, arguments, limit, strings) \
    READER(int, name, LIST(parameters), arguments, READING_BOTH(a, b, in_common(a, b, limit, strings), in_common(a, b, limit, strings)))
COMPARES(wcscmp, LIST(TWO), (a, b), no_limit, true)
COMPARES(wcsncmp, LIST(TWO, size_t n), (a, b, n), n, true)
COMPARES(wmemcmp, LIST(TWO, size_t n), (a, b, n), n, false)

#define SEARCHES(type, name) \
    READER(type, name, LIST(TWO), (a, b), READING_BOTH(a, b, string(a, no_limit), string(b, no_limit)))
SEARCHES(wchar_t *, wcsstr)
SEARCHES(size_t, wcsspn)
SEARCHES(size_t, wcscspn)
SEARCHES(wchar_t *, wcspbrk)

/* The length, up to a limit, of a string that is read for it. */
static size_t measured(uint64_t pc, const wchar_t *s, size_t limit)
{
    READING_BY(pc, s, string(s, limit));
    return length(s, limit);
}

/* ---- functions that write ---------------------------------------------------------------------------------------------------- */

static wchar_t *copy(uint64_t pc, enum copy_detail how, wchar_t *to, const wchar_t *from, size_t n)
{
    if (n)
        announce_from(pc, OP_COPY | ANNOUNCE_DETAIL(how), to, n * WIDE, (uint64_t)from, n * WIDE, 0);
    return to;
}

static wchar_t *clear(uint64_t pc, wchar_t *to, size_t n)
{
    if (n)
        announce_from(pc, OP_WRITE | ANNOUNCE_DETAIL(WRITE_FILL), to, n * WIDE, 0, 0, 0);
    return to;
}

#define WRITER(name, parameters, arguments, writing)                        \
    STAND_IN(wchar_t *, name, wchar_t *to, parameters)                      \
    {                                                                       \
        if (!probe_inside())                                                \
            return REAL_AS(name, wchar_t *(*)(wchar_t *, parameters))arguments; \
        uint64_t pc = CALLER;                                               \
        writing;                                                            \
    }
#define FROM const wchar_t *from
#define FROM_N const wchar_t *from, size_t n

WRITER(wmemcpy, LIST(FROM_N), (to, from, n), return copy(pc, COPY_FORWARD, to, from, n))
WRITER(wmemmove, LIST(FROM_N), (to, from, n), return copy(pc, COPY_MOVE, to, from, n))
WRITER(wmempcpy, LIST(FROM_N), (to, from, n), return copy(pc, COPY_FORWARD, to, from, n) + n)
WRITER(wcscpy, LIST(FROM), (to, from), return copy(pc, COPY_FORWARD, to, from, measured(pc, from, no_limit) + 1))
WRITER(wcpcpy, LIST(FROM), (to, from), size_t n = measured(pc, from, no_limit); return copy(pc, COPY_FORWARD, to, from, n + 1) + n)

/* The rest is cleared. */
static size_t copy_padded(uint64_t pc, wchar_t *to, const wchar_t *from, size_t limit)
{
    size_t n = measured(pc, from, limit);
    copy(pc, COPY_FORWARD, to, from, n < limit ? n + 1 : n);
    if (n + 1 < limit)
        clear(pc, to + n + 1, limit - n - 1);
    return n;
}
WRITER(wcsncpy, LIST(FROM_N), (to, from, n), copy_padded(pc, to, from, n); return to)
WRITER(wcpncpy, LIST(FROM_N), (to, from, n), return to + copy_padded(pc, to, from, n))

static wchar_t *append(uint64_t pc, wchar_t *to, const wchar_t *from, size_t limit)
{
    size_t before = measured(pc, to, no_limit), n = measured(pc, from, limit);
    copy(pc, COPY_FORWARD, to + before, from, n < limit ? n + 1 : n);
    if (n == limit)
        clear(pc, to + before + n, 1);
    return to;
}
WRITER(wcscat, LIST(FROM), (to, from), return append(pc, to, from, no_limit))
WRITER(wcsncat, LIST(FROM_N), (to, from, n), return append(pc, to, from, n))

/* The write is noted, and then made. */
STAND_IN(wchar_t *, wmemset, wchar_t *to, wchar_t c, size_t n)
{
    if (probe_inside() && n)
        announce_from(CALLER, OP_WRITE, to, n * WIDE, 0, 0, 0);
    return REAL_AS(wmemset, wchar_t *(*)(wchar_t *, wchar_t, size_t))(to, c, n);
}

STAND_IN(wchar_t *, wcsdup, const wchar_t *s)
{
    if (!probe_inside())
        return REAL_AS(wcsdup, wchar_t *(*)(const wchar_t *))(s);
    uint64_t pc = CALLER;
    size_t n = measured(pc, s, no_limit) + 1;
    wchar_t *to = calloc(n, WIDE);
    return to ? copy(pc, COPY_FORWARD, to, s, n) : NULL;
}
