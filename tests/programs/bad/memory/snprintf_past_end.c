// expect: bug memory "that ends past the end of a block of 4 bytes (offset 0)"
// The size that is given is not the block's.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    volatile int number = 123456;
    char *text = malloc(4);
    snprintf(text, 16, "%d", number); // BUG HERE
    int first = text[0];
    free(text);
    return first == 'x';
}
