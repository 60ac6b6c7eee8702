/* scan_format.c - formats of the scanf family, taken apart: see scan.h. */
#include "probe/files/scan.h"

static bool is_one_of(char c, const char *these)
{
    for (; *these; these++)
        if (c == *these)
            return true;
    return false;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Behind the bracket that ends a set. */
static const char *end_of_set(const char *at)
{
    at += *at == '^';
    at += *at == ']';
    while (*at && *at != ']')
        at++;
    return at + (*at == ']');
}

/* hh, h, l, ll, L, q, j, z, t. */
static const char *read_length(const char *at, struct scan_piece *p)
{
    if ((*at == 'h' || *at == 'l') && at[1] == *at) {
        p->length = *at == 'h' ? 'H' : 'q';
        return at + 2;
    }
    if (is_one_of(*at, "hlLqjzt"))
        p->length = *at++;
    return at;
}

static unsigned size_of_integer(char length)
{
    return length == 'H' ? 1 : length == 'h' ? sizeof(short) : length ? sizeof(long) : sizeof(int);
}

static unsigned size_of_real(char length)
{
#if defined(__x86_64__)
    enum { EXTENDED = 10 }; /* the rest of a long double is left as it is */
#else
    enum { EXTENDED = sizeof(long double) };
#endif
    return length == 'L' || length == 'q' ? EXTENDED : length ? sizeof(double) : sizeof(float);
}

static void classify(char conversion, struct scan_piece *p)
{
    p->is = SCAN_UNKNOWN;
    if (is_one_of(conversion, "diouxXbB")) {
        p->is = SCAN_NUMBER;
        p->size = size_of_integer(p->length);
    } else if (is_one_of(conversion, "aAeEfFgG")) {
        p->is = SCAN_NUMBER;
        p->size = size_of_real(p->length);
    } else if (conversion == 'p') {
        p->is = SCAN_NUMBER;
        p->size = sizeof(void *);
    } else if (conversion == 'n') {
        p->is = SCAN_COUNT;
        p->size = size_of_integer(p->length);
    } else if (conversion == '%') {
        p->is = SCAN_LITERAL;
    } else if (is_one_of(conversion, "sc[")) {
        p->is = p->length ? SCAN_WIDE : conversion == 's' ? SCAN_WORD : conversion == 'c' ? SCAN_CHARACTERS : SCAN_SET;
    } else if (is_one_of(conversion, "SC")) {
        p->is = SCAN_WIDE;
    }
}

static const char *read_directive(const char *at, bool old, struct scan_piece *p)
{
    for (at++; is_one_of(*at, "*'I"); at++)
        p->suppressed |= *at == '*';
    p->width = at;
    while (is_digit(*at))
        at++;
    p->width_size = (unsigned)(at - p->width);
    if (*at == '$') {
        p->is = SCAN_NUMBERED;
        return at + 1;
    }
    if (*at == 'm' || (old && *at == 'a' && is_one_of(at[1], "sS["))) {
        p->allocates = true;
        at++;
    }
    at = read_length(at, p);
    classify(*at, p);
    p->conversion = at;
    at += *at != '\0';
    return p->is == SCAN_SET || at[-1] == '[' ? end_of_set(at) : at;
}

bool scan_next_piece(const char **format, bool old, struct scan_piece *p)
{
    const char *at = *format;
    *p = (struct scan_piece){.from = at};
    if (*at == '%') {
        at = read_directive(at, old, p);
    } else {
        p->is = SCAN_LITERAL;
        while (*at && *at != '%')
            at++;
    }
    p->end = *format = at;
    return p->from < at;
}
