/* text.h - the little formatting that the runtime needs for its messages: %s %u %d %lx %lu %%. Bounded, no libc. */
#ifndef MZ_BASE_TEXT_H
#define MZ_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

size_t text_vformat(char *out, size_t size, const char *format, va_list args);
size_t text_format(char *out, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
size_t text_copy(char *out, size_t size, const char *from); /* bounded, always terminated */
bool   text_equal(const char *a, const char *b);
bool   text_begins(const char *text, const char *with);
size_t text_part(const char *list, char *out, size_t size); /* copies what is before the first comma, or all; its length */

#endif
