// expect: verified
// String functions that use a block to its last byte.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *a = malloc(6), *b = malloc(11), *c;
    strcpy(a, "hello");
    memcpy(b, a, 6);
    strcat(b, "world");
    assert(strlen(b) == 10 && strcmp(b, "helloworld") == 0);
    assert(snprintf(a, 6, "%d", 1234567) == 7 && strcmp(a, "12345") == 0);
    strncpy(a, "abcdefgh", 6);
    assert(memchr(a, 'f', 6) == a + 5 && strnlen(a, 6) == 6);
    c = strdup(b);
    memmove(c, c + 1, 10);
    assert(strcmp(c, "elloworld") == 0);
    printf("%.3s %s\n", a, b);
    puts(c);
    free(a);
    free(b);
    free(c);
    return 0;
}
