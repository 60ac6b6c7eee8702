// expect: bug memory "in a freed block of 16 bytes (offset 0)"
// A pointer into an array that has moved since.
#include <stdlib.h>

static int *volatile array, *volatile first;

int main(void)
{
    array = calloc(4, sizeof(int));
    first = array;
    array = realloc(array, 4000 * sizeof(int));
    *first = 1; // BUG HERE
    free(array);
    return 0;
}
