/* format.c - strings that a printf format reads.
 *
 * A printf that prints a shared string reads it, and that must be an operation of its thread like any other read; a missed
 * one would make schedules look equal that are not. So the conversions of a format are gone through here, before libc
 * formats: %s and %ls with their precision, "*" and "%2$s" included.
 */
#include <string.h>
#include <wchar.h>

#include "probe/libc.h"

/* Form in which an argument is passed; int, long and pointers take up one word each on the architectures that we
 * know. */
enum passed { PASSED_NOT, PASSED_WORD, PASSED_DOUBLE, PASSED_LONG_DOUBLE };

struct conversion {
    bool string, wide;
    int  argument;            /* its index */
    int  precision;           /* -1: none; or */
    int  precision_argument;  /* the index of the one that gives it; -1: none */
};

struct reader {
    const char *at;
    int next;                 /* index of the next argument, where positions are not given */
    uint8_t passed[FORMAT_MAX_ARGUMENTS];
    bool counts, confused;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int number(struct reader *r)
{
    int n = 0;
    for (; is_digit(*r->at); r->at++)
        n = n < 1 << 24 ? n * 10 + (*r->at - '0') : n;
    return n;
}

/* "2$" gives a position; otherwise arguments are taken in turn. */
static int position(struct reader *r)
{
    const char *start = r->at;
    int n = number(r);
    if (r->at > start && *r->at == '$') {
        r->at++;
        return n - 1;
    }
    r->at = start;
    return -1;
}

static int take(struct reader *r, int at, enum passed how)
{
    int index = at >= 0 ? at : r->next++;
    if (index >= FORMAT_MAX_ARGUMENTS) {
        r->confused = true;
        return 0;
    }
    r->passed[index] = (uint8_t)how;
    return index;
}

static bool one_of(const char *set, char c)
{
    for (; *set; set++)
        if (*set == c)
            return true;
    return false;
}

static void skip_width(struct reader *r)
{
    while (*r->at && one_of("-+ #0'I", *r->at))
        r->at++;
    if (*r->at == '*') {
        r->at++;
        take(r, position(r), PASSED_WORD);
    } else {
        number(r);
    }
}

static void read_precision(struct reader *r, struct conversion *c)
{
    if (*r->at != '.')
        return;
    r->at++;
    if (*r->at == '*') {
        r->at++;
        c->precision_argument = take(r, position(r), PASSED_WORD);
    } else {
        c->precision = number(r);
    }
}

/* The conversion after a "%". */
static struct conversion read_conversion(struct reader *r)
{
    struct conversion c = {.precision = -1, .precision_argument = -1};
    int at = position(r);
    skip_width(r);
    read_precision(r, &c);
    bool l = false, L = false;
    for (; *r->at && one_of("hlLqjzZt", *r->at); r->at++) {
        l |= *r->at == 'l';
        L |= *r->at == 'L';
    }
    char what = *r->at;
    if (what)
        r->at++;
    if (what == '\0' || what == '%' || what == 'm')
        return c;
    enum passed how = one_of("aAeEfFgG", what) ? (L ? PASSED_LONG_DOUBLE : PASSED_DOUBLE) : PASSED_WORD;
    c.argument = take(r, at, how);
    c.string = what == 's' || what == 'S';
    c.wide = what == 'S' || l;
    r->counts |= what == 'n';
    return c;
}

static bool next_conversion(struct reader *r, struct conversion *c)
{
    while (*r->at && *r->at != '%')
        r->at++;
    if (!*r->at)
        return false;
    r->at++;
    *c = read_conversion(r);
    return true;
}

/* The argument at `index`, which is passed as a word. (Values are not gathered into the reader: gcc 12's -fipa-modref
 * overlooks stores in functions with va_arg.) */
static uint64_t argument(const struct reader *r, struct arguments *arguments, int index)
{
    struct arguments rest;
    uint64_t value = 0;
    va_copy(rest.list, arguments->list);
    for (int i = 0; i <= index; i++) {
        if (r->passed[i] == PASSED_DOUBLE)
            (void)va_arg(rest.list, double);
        else if (r->passed[i] == PASSED_LONG_DOUBLE)
            (void)va_arg(rest.list, long double);
        else
            value = va_arg(rest.list, uint64_t);
    }
    va_end(rest.list);
    return value;
}

static uint64_t bytes_read(uint64_t s, bool wide, int precision)
{
    uint64_t limit = precision >= 0 ? (uint64_t)precision : UINT32_MAX / sizeof(wchar_t), n = 0;
    if (wide) {
        while (n < limit && ((const wchar_t *)s)[n++] != 0)
            ;
        return n * sizeof(wchar_t);
    }
    if (precision < 0)
        return strlen((const char *)s) + 1;
    while (n < limit && ((const char *)s)[n++] != '\0')
        ;
    return n;
}

enum format_found format_nth_string(const char *format, struct arguments *arguments, unsigned nth,
                                    struct format_string *found)
{
    struct conversion c;
    struct reader r;
    memset(&r, 0, sizeof r);
    unsigned strings = 0;
    for (r.at = format; next_conversion(&r, &c);)
        strings += c.string;
    if (r.counts)
        return FORMAT_COUNTS;
    if (nth >= strings)
        return FORMAT_END;
    if (r.confused)
        return FORMAT_LONG;
    r.next = 0;
    for (r.at = format; next_conversion(&r, &c);)
        if (c.string && nth-- == 0)
            break;
    int precision = c.precision_argument >= 0 ? (int)argument(&r, arguments, c.precision_argument) : c.precision;
    found->addr = argument(&r, arguments, c.argument);
    found->size = found->addr ? bytes_read(found->addr, c.wide, precision) : 0;
    return FORMAT_STRING;
}

/* Place where a function keeps the registers that may hold arguments, of which the list has come to so many bytes of each kind: behind them
 * are registers that hold none. */
static void clear_saved(const void *list, uint64_t words, uint64_t doubles)
{
#if defined(__x86_64__)
    const struct { uint32_t words, doubles; void *stack; char *saved; } *l = list;
    enum { WORDS_END = 48, DOUBLES_END = 176 };
    uint64_t word = l->words + 8 * words, fraction = l->doubles + 16 * doubles;
    if (word < WORDS_END)
        memset(l->saved + word, 0, WORDS_END - word);
    if (fraction < DOUBLES_END)
        memset(l->saved + fraction, 0, DOUBLES_END - fraction);
#elif defined(__aarch64__)
    const struct { void *stack; char *words_end, *doubles_end; int32_t words, doubles; } *l = list;
    int64_t word = l->words + 8 * (int64_t)words, fraction = l->doubles + 16 * (int64_t)doubles;
    if (word < 0)
        memset(l->words_end + word, 0, (uint64_t)-word);
    if (fraction < 0)
        memset(l->doubles_end + fraction, 0, (uint64_t)-fraction);
#endif
}

void format_clear_unused(const char *format, struct arguments *arguments)
{
    struct conversion c;
    struct reader r;
    uint64_t words = 0, doubles = 0;
    memset(&r, 0, sizeof r);
    for (r.at = format; next_conversion(&r, &c);)
        ;
    if (r.confused)
        return;
    for (int i = 0; i < FORMAT_MAX_ARGUMENTS; i++) {
        words += r.passed[i] == PASSED_WORD;
#if defined(__aarch64__)
        doubles += r.passed[i] == PASSED_LONG_DOUBLE; /* on x86_64 they are on the stack */
#endif
        doubles += r.passed[i] == PASSED_DOUBLE;
    }
    clear_saved(&arguments->list, words, doubles);
}
