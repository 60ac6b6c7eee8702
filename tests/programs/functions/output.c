// expect: verified
// errors: dprintf vdprintf write fflush fflush_unlocked ftrylockfile asprintf vasprintf snprintf vsnprintf printf fprintf
// errors: vprintf vfprintf sprintf vsprintf fwrite fwrite_unlocked fputs fputs_unlocked puts perror fputc fputc_unlocked putc
// errors: putc_unlocked putchar putchar_unlocked setvbuf setbuf setbuffer setlinebuf flockfile _IO_putc
#include "functions.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#undef _IO_putc
int _IO_putc(int c, FILE *file);

static char text[64];

static int all_forms(const char *format, ...)
{
    va_list list;
    char *made = NULL;
    int n = 0;
    va_start(list, format);
    n += vprintf(format, list);
    va_end(list);
    va_start(list, format);
    n += vfprintf(stderr, format, list);
    va_end(list);
    va_start(list, format);
    n += vdprintf(1, format, list);
    va_end(list);
    va_start(list, format);
    n += vsnprintf(text, sizeof text, format, list);
    va_end(list);
    va_start(list, format);
    n += vsprintf(text, format, list);
    va_end(list);
    va_start(list, format);
    n += vasprintf(&made, format, list);
    va_end(list);
    assert(strcmp(made, text) == 0);
    free(made);
    return n;
}

static void use(void)
{
    char *made;
    setvbuf(stdout, NULL, _IOLBF, 0);
    setbuf(stdout, NULL);
    setbuffer(stderr, NULL, 0);
    setlinebuf(stdout);
    assert(all_forms("%d %s\n", 12, "ab") == 6 * 6);
    assert(dprintf(2, "%c", 'x') == 1 && write(1, "abc", 3) == 3 && printf("%d", 7) == 1 && fprintf(stderr, "%5.1f", 1.5) == 5);
    assert(sprintf(text, "%x", 255) == 2 && snprintf(text, 3, "%d", 12345) == 5 && strcmp(text, "12") == 0);
    assert(asprintf(&made, "%s!", "hey") == 4 && strcmp(made, "hey!") == 0);
    free(made);
    point();
    assert(fputs("a", stdout) >= 0 && fputs_unlocked("b", stdout) >= 0 && puts("c") >= 0 && fputc('d', stdout) == 'd');
    assert(putc('e', stdout) == 'e' && putchar('f') == 'f' && fputc_unlocked('g', stdout) == 'g' && putc_unlocked('h', stdout) == 'h');
    assert(putchar_unlocked('i') == 'i' && _IO_putc('j', stdout) == 'j');
    assert(fwrite("xyz", 1, 3, stdout) == 3 && fwrite_unlocked("xy", 2, 1, stderr) == 1);
    assert(fflush(stdout) == 0 && fflush_unlocked(stderr) == 0 && fflush(NULL) == 0);
    flockfile(stdout);
    assert(ftrylockfile(stdout) == 0);
    funlockfile(stdout);
    funlockfile(stdout);
    errno = ENOENT;
    perror("file");
}

static void *try(void *unused)
{
    assert(ftrylockfile(stdout) != 0);
    return unused;
}

static void errors(void)
{
    pthread_t t;
    assert(printf("%s", "") == 0 && fprintf(stdout, "%.0s", "abc") == 0 && sprintf(text, "%s", "") == 0 && text[0] == 0);
    assert(snprintf(NULL, 0, "%d", 100) == 3 && all_forms("%s", "") == 0 && write(1, "", 0) == 0);
    assert(fwrite("x", 0, 5, stdout) == 0 && fwrite_unlocked("x", 5, 0, stdout) == 0 && fputs("", stdout) >= 0);
    assert(fputs_unlocked("", stderr) >= 0 && puts("") >= 0 && fputc(0x1ff, stdout) == 0xff && putc(-1, stdout) == 0xff);
    assert(fputc_unlocked(256, stdout) == 0 && putc_unlocked(256, stdout) == 0 && putchar(256) == 0 && putchar_unlocked(256) == 0);
    assert(_IO_putc(256, stderr) == 0 && setvbuf(stdout, text, _IOFBF, sizeof text) == 0 && dprintf(1, "%s", "") == 0);
    perror(NULL);
    perror("");
    flockfile(stdout);
    pthread_create(&t, NULL, try, NULL);
    pthread_join(t, NULL);
    funlockfile(stdout);
}
