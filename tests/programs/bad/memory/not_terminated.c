// expect: bug memory "that ends past the end of a block of 4 bytes (offset 0)"
// strncpy does not end what it cuts off.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *volatile word = "hello";
    char *volatile copy = malloc(4);
    strncpy(copy, word, 4);
    volatile size_t length = strlen(copy); // BUG HERE
    (void)length;
    free(copy);
    return 0;
}
