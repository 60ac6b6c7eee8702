// expect: bug memory "write of 6 bytes that ends past the end of a block of 5 bytes (offset 0)"
// The end of the string was forgotten.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *volatile word = "hello";
    char *copy = malloc(strlen(word));
    strcpy(copy, word); // BUG HERE
    int first = copy[0];
    free(copy);
    return first == 'x';
}
