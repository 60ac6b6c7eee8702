// expect: bug memory "in a freed block of 16 bytes (offset 0)"
// A pointer into an array that has moved since.
#include <stdlib.h>

int main(void)
{
    volatile int *array = calloc(4, sizeof(int));
    volatile int *volatile first = &array[0];
    array = realloc((void *)array, 4000 * sizeof(int));
    *first = 1; // BUG HERE
    free((void *)array);
    return 0;
}
