// expect: bug memory "read of 4 bytes in a freed block of 12 bytes (offset 4)"
// The next block is of the same size: it must not come to lie where the first one was, or nobody would notice.
#include <stdlib.h>

int main(void)
{
    volatile int *old = calloc(3, sizeof(int));
    free((void *)old);
    volatile int *new = calloc(3, sizeof(int));
    new[1] = 5;
    int seen = old[1]; // BUG HERE
    free((void *)new);
    return seen == 5;
}
