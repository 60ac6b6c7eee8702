/* text.c - bounded formatting without libc.
 *
 * Conversions: %s %c %d %u %x %p %%, with l or z before d, u and x. Anything else is copied as it stands, so that a mistake
 * in a message shows in the message. The text is always terminated (unless size is 0); what does not fit is cut off, and
 * the length returned is that of what was written.
 */
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct target {
    char  *out;
    size_t size, length;
};

static void put(struct target *to, char c)
{
    if (to->length + 1 < to->size)
        to->out[to->length++] = c;
}

static void put_string(struct target *to, const char *s)
{
    for (s = s ? s : "(null)"; *s; s++)
        put(to, *s);
}

static void put_unsigned(struct target *to, uint64_t value, unsigned base)
{
    char digits[20];
    unsigned n = 0;
    do {
        digits[n++] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value);
    while (n)
        put(to, digits[--n]);
}

static void put_signed(struct target *to, int64_t value)
{
    if (value < 0)
        put(to, '-');
    put_unsigned(to, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 10);
}

/* One conversion, after its %; returns what follows it. */
static const char *convert(struct target *to, const char *format, va_list *args)
{
    const char *start = format;
    bool wide = *format == 'l' || *format == 'z';
    while (*format == 'l' || *format == 'z')
        format++;
    switch (*format) {
    case 's': put_string(to, va_arg(*args, const char *)); break;
    case 'c': put(to, (char)va_arg(*args, int)); break;
    case 'd': put_signed(to, wide ? va_arg(*args, long) : va_arg(*args, int)); break;
    case 'u': put_unsigned(to, wide ? va_arg(*args, unsigned long) : va_arg(*args, unsigned), 10); break;
    case 'x': put_unsigned(to, wide ? va_arg(*args, unsigned long) : va_arg(*args, unsigned), 16); break;
    case 'p':
        put_string(to, "0x");
        put_unsigned(to, (uint64_t)(uintptr_t)va_arg(*args, void *), 16);
        break;
    case '%': put(to, '%'); break;
    default:
        put(to, '%');
        return start;
    }
    return format + 1;
}

size_t text_vformat(char *out, size_t size, const char *format, va_list args)
{
    struct target to = {out, size, 0};
    va_list rest;
    va_copy(rest, args);
    while (*format) {
        char c = *format++;
        if (c == '%')
            format = convert(&to, format, &rest);
        else
            put(&to, c);
    }
    va_end(rest);
    if (size)
        out[to.length] = '\0';
    return to.length;
}

size_t text_format(char *out, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t length = text_vformat(out, size, format, args);
    va_end(args);
    return length;
}

size_t text_copy(char *out, size_t size, const char *from)
{
    struct target to = {out, size, 0};
    while (*from)
        put(&to, *from++);
    if (size)
        out[to.length] = '\0';
    return to.length;
}

bool text_begins(const char *text, const char *with)
{
    while (*with && *text == *with)
        text++, with++;
    return *with == '\0';
}

bool text_equal(const char *a, const char *b)
{
    size_t length = strlen(a);
    return strlen(b) == length && memcmp(a, b, length) == 0;
}

size_t text_part(const char *list, char *out, size_t size)
{
    size_t length = 0;
    while (list[length] && list[length] != ',')
        length++;
    text_copy(out, length < size ? length + 1 : size, list);
    return length;
}
