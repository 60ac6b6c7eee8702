// expect: bug any "buffer overflow"
// options: --all
// findings: 20
// only: -O0
// native: endless
// The forms that headers make of functions with _FORTIFY_SOURCE, with too little room.
#include <mazurka.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

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
ssize_t __read_chk(int, void *, size_t, size_t);
ssize_t __pread_chk(int, void *, size_t, off_t, size_t);
ssize_t __pread64_chk(int, void *, size_t, off_t, size_t);
char *__fgets_chk(char *, size_t, int, FILE *);
char *__fgets_unlocked_chk(char *, size_t, int, FILE *);
size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);
size_t __fread_unlocked_chk(void *, size_t, size_t, size_t, FILE *);
void __chk_fail(void);

static char a[64];

int main(void)
{
    switch (mz_choose(20)) {
    case 0: __memcpy_chk(a, "abc", 4, 3); break;
    case 1: __memmove_chk(a, "abc", 4, 3); break;
    case 2: __mempcpy_chk(a, "abc", 4, 3); break;
    case 3: __memset_chk(a, 0, 4, 3); break;
    case 4: __strcpy_chk(a, "abc", 3); break;
    case 5: __stpcpy_chk(a, "abc", 3); break;
    case 6: __strncpy_chk(a, "abc", 4, 3); break;
    case 7: __stpncpy_chk(a, "abc", 4, 3); break;
    case 8: __strcat_chk(a, "abc", 3); break;
    case 9: __strncat_chk(a, "abc", 3, 3); break;
    case 10: __sprintf_chk(a, 1, 3, "%d", 1000); break;
    case 11: __snprintf_chk(a, 4, 1, 3, "%d", 1000); break;
    case 12: __read_chk(0, a, 4, 3); break;
    case 13: __pread_chk(0, a, 4, 0, 3); break;
    case 14: __pread64_chk(0, a, 4, 0, 3); break;
    case 15: __fgets_chk(a, 3, 4, stdin); break;
    case 16: __fgets_unlocked_chk(a, 3, 4, stdin); break;
    case 17: __fread_chk(a, 3, 2, 2, stdin); break;
    case 18: __fread_unlocked_chk(a, 3, 2, 2, stdin); break;
    default: __chk_fail();
    }
    return 0;
}
