// expect: verified
// errors: fscanf scanf vfscanf vscanf __isoc99_fscanf __isoc99_scanf __isoc99_vfscanf __isoc99_vscanf
// The end of this file is scanned by libc itself, before main, from every place in it and with every format; then in a thread, while
// another may run, and again after going back. All must be the same: what is returned, stored, consumed, and whether the end was seen.
#include "functions.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int old_fscanf(FILE *file, const char *format, ...) __asm__("fscanf");
int old_scanf(const char *format, ...) __asm__("scanf");
int old_vfscanf(FILE *file, const char *format, va_list list) __asm__("vfscanf");
int old_vscanf(const char *format, va_list list) __asm__("vscanf");

enum { BUFFERS = 4, SIZE = 32, MOST = 1024 };

static const char *const formats[] = {
    "%d", "%i%n", "%2x%c", "%o %s", "%hhd%hd%ld%lld", "%u,%u", "%*d %d", "%5c", "%3s%n", " %[^ ]%n", "%[a-z]", "%[]x]%n", "%[^]]",
    "%f", "%lf%n", "%Lf", "%4f%n", "%p", "%zu %jd", "%*s%d", "%*[0-9] %n", "x%d", " 1%d", "%d%%", "%% %d", "%d %d %d %n", " ", "",
    "%n", "%*c%*c%c", "%y", "%d%y", "%",
};
enum { FORMATS = sizeof formats / sizeof formats[0] };

struct result {
    int  returned, position, at_end;
    char buffer[BUFFERS][SIZE];
};

static struct result expected[MOST];
static long begin;

static struct result scan(FILE *file, long from, const char *format)
{
    struct result r;
    memset(&r, 0, sizeof r);
    clearerr(file);
    assert(fseek(file, from, SEEK_SET) == 0);
    r.returned = fscanf(file, format, r.buffer[0], r.buffer[1], r.buffer[2], r.buffer[3]); /* __isoc99_fscanf */
    r.position = (int)ftell(file);
    r.at_end = feof(file);
    return r;
}

/* Every format from every third place, so that all of them see numbers, words and the end. */
static long place(int n)
{
    return begin + n / FORMATS * 3 + n % 3;
}

__attribute__((constructor)) static void scan_by_libc(void)
{
    static char text[1 << 16];
    FILE *file = fopen(__FILE__, "r");
    size_t size = fread(text, 1, sizeof text - 1, file);
    begin = strstr(text, "/*" "@") - text + 3;
    assert((size_t)place(MOST - 1) > size - 12);
    for (int n = 0; n < MOST; n++)
        expected[n] = scan(file, place(n), formats[n % FORMATS]);
    fclose(file);
}

static void compare_all(FILE *file)
{
    for (int n = 0; n < MOST; n++) {
        struct result r = scan(file, place(n), formats[n % FORMATS]);
        assert(memcmp(&r, &expected[n], sizeof r) == 0);
    }
}

static int scan_list(int how, FILE *file, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = how == 0   ? vfscanf(file, format, list) /* __isoc99_vfscanf */
            : how == 1 ? old_vfscanf(file, format, list)
            : how == 2 ? vscanf(format, list) /* __isoc99_vscanf */
                       : old_vscanf(format, list);
    va_end(list);
    return n;
}

static void allocate(FILE *file)
{
    char *word = NULL, *letters = NULL, *set = NULL;
    fseek(file, begin, SEEK_SET);
    assert(fscanf(file, "%*s %ms%3mc %m[a-z0-9]", &word, &letters, &set) == 3);
    point();
    assert(strcmp(word, "-7") == 0 && memcmp(letters, " +8", 3) == 0 && strcmp(set, "0x1f") == 0);
    free(word);
    free(letters);
    free(set);
}

static void use(void)
{
    int a = 0, b = 0;
    char *word = NULL;
    FILE *file = fopen(__FILE__, "r");
    compare_all(file);
    allocate(file);
    fseek(file, begin, SEEK_SET);
    point();
    assert(scan_list(0, file, "%d", &a) == 1 && scan_list(1, file, "%d", &b) == 1 && a == 12 && b == -7);
    assert(old_fscanf(file, "%as", &word) == 1 && strcmp(word, "+8") == 0);
    free(word);
    fclose(file);
}

static void errors(void)
{
    int n = 5;
    FILE *file = fopen(__FILE__, "r");
    assert(fscanf(file, "%d", &n) == 0 && old_fscanf(file, "%d", &n) == 0 && scan_list(0, file, "%d", &n) == 0);
    assert(fseek(file, 0, SEEK_END) == 0 && fscanf(file, "%d", &n) == EOF && feof(file) && scan_list(1, file, "%d", &n) == EOF);
    fclose(file);
    assert(scanf("%d", &n) == EOF && old_scanf("%d", &n) == EOF); /* nothing is there */
    assert(scan_list(2, stdin, "%d", &n) == EOF && scan_list(3, stdin, "%d", &n) == EOF && n == 5);
}

/*@12 -7 +8 0x1f 0xg 017 99999999999 3.5e2 1e+ inf nan(12) -x words ]x[ 50% 7,8 0x1p4*/
