// expect: verified
// errors: __asprintf_chk __dprintf_chk __fprintf_chk __printf_chk __vasprintf_chk __vdprintf_chk __vfprintf_chk __vprintf_chk
// errors: __vsnprintf_chk __vsprintf_chk
// The forms that headers make of functions with _FORTIFY_SOURCE, with room enough. bad/libc/fortified.c has too little.
#include "functions.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__memcpy_chk(void *, const void *, size_t, size_t);
void *__memmove_chk(void *, const void *, size_t, size_t);
void *__mempcpy_chk(void *, const void *, size_t, size_t);
void *__memset_chk(void *, int, size_t, size_t);
char *__strcpy_chk(char *, const char *, size_t);
char *__stpcpy_chk(char *, const char *, size_t);
char *__strncpy_chk(char *, const char *, size_t, size_t);
char *__stpncpy_chk(char *, const char *, size_t, size_t);
char *__strcat_chk(char *, const char *, size_t);
char *__strncat_chk(char *, const char *, size_t, size_t);
int __sprintf_chk(char *, int, size_t, const char *, ...);
int __snprintf_chk(char *, size_t, int, size_t, const char *, ...);
int __printf_chk(int, const char *, ...);
int __fprintf_chk(FILE *, int, const char *, ...);
int __dprintf_chk(int, int, const char *, ...);
int __asprintf_chk(char **, int, const char *, ...);
int __vsprintf_chk(char *, int, size_t, const char *, va_list);
int __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);
int __vprintf_chk(int, const char *, va_list);
int __vfprintf_chk(FILE *, int, const char *, va_list);
int __vdprintf_chk(int, int, const char *, va_list);
int __vasprintf_chk(char **, int, const char *, va_list);

static char text[32];

static void use(void)
{
    char a[16];
    __memset_chk(a, 'x', sizeof a, sizeof a);
    assert(__memcpy_chk(a, "ab", 3, sizeof a) == a && __memmove_chk(a + 1, a, 3, 15) == a + 1 && strcmp(a, "aab") == 0);
    assert(__mempcpy_chk(a, "cd", 3, sizeof a) == a + 3 && __strcpy_chk(a, "ef", sizeof a) == a && __stpcpy_chk(a, "gh", 16) == a + 2);
    assert(__strncpy_chk(a, "ij", 4, 16) == a && a[3] == 0 && __stpncpy_chk(a, "kl", 4, 16) == a + 2);
    assert(strcmp(__strcat_chk(a, "mn", 16), "klmn") == 0 && strcmp(__strncat_chk(a, "opq", 1, 16), "klmno") == 0);
    char *made;
    assert(__sprintf_chk(text, 1, sizeof text, "%d", 5) == 1 && __snprintf_chk(text, 4, 1, sizeof text, "%s", "abcdef") == 6);
    assert(strcmp(text, "abc") == 0 && __printf_chk(1, "%d", 3) == 1 && __fprintf_chk(stderr, 1, "%d", 4) == 1);
    assert(__dprintf_chk(1, 1, "%s", "xy") == 2 && __asprintf_chk(&made, 1, "%d", 77) == 2 && strcmp(made, "77") == 0);
    free(made);
}

static int forms(const char *format, ...)
{
    va_list list;
    char *made;
    int n = 0;
    va_start(list, format);
    n += __vsprintf_chk(text, 1, sizeof text, format, list);
    va_end(list);
    va_start(list, format);
    n += __vsnprintf_chk(text, sizeof text, 1, sizeof text, format, list);
    va_end(list);
    va_start(list, format);
    n += __vprintf_chk(1, format, list);
    va_end(list);
    va_start(list, format);
    n += __vfprintf_chk(stdout, 1, format, list);
    va_end(list);
    va_start(list, format);
    n += __vdprintf_chk(2, 1, format, list);
    va_end(list);
    va_start(list, format);
    n += __vasprintf_chk(&made, 1, format, list);
    va_end(list);
    assert(strcmp(made, text) == 0);
    free(made);
    return n;
}

static void errors(void)
{
    assert(forms("%d-%s", 1, "z") == 18 && forms("%s", "") == 0);
}
