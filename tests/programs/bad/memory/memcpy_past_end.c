// expect: bug memory "write of 24 bytes that ends past the end of a block of 16 bytes (offset 0)"
#include <stdlib.h>
#include <string.h>

static char source[24];

int main(void)
{
    volatile size_t size = sizeof source;
    char *copy = malloc(16);
    memcpy(copy, source, size); // BUG HERE
    free(copy);
    return 0;
}
