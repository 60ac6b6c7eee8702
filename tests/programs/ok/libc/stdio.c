// expect: verified
// stdout: 42 str ab  3.14 x|7   |
// stdout: two 1
// stdout: puts
// stdout: cd
// stdout: fputs
// stdout: abcd
// stdout: written
// Every way to print, with the results that the functions must return; and text into memory.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print(void)
{
    assert(printf("%d %s %.*s %5.2f %c|%-4d|\n", 42, "str", 2, "abcd", 3.14159, 'x', 7) == 24);
    assert(fprintf(stdout, "%2$s %1$d\n", 1, "two") == 6);
    assert(puts("puts") >= 0);
    assert(putchar('c') == 'c' && putc('d', stdout) == 'd' && fputc('\n', stdout) == '\n');
    assert(fputs("fputs\n", stdout) >= 0);
    assert(fwrite("abcd\n", 1, 5, stdout) == 5);
    assert(fflush(stdout) == 0);
    assert(write(STDOUT_FILENO, "written\n", 8) == 8);
}

static void *into_memory(void *unused)
{
    char b[32], *allocated;
    assert(snprintf(b, 4, "%s", "abcdef") == 6 && strcmp(b, "abc") == 0);
    assert(sprintf(b, "%s-%03d", "x", 3) == 5 && strcmp(b, "x-003") == 0);
    assert(snprintf(NULL, 0, "%d", 12345) == 5);
    assert(asprintf(&allocated, "as%s", "p") == 3 && strcmp(allocated, "asp") == 0);
    free(allocated);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, into_memory, NULL);
    print();
    into_memory(NULL);
    pthread_join(t, NULL);
    return 0;
}
