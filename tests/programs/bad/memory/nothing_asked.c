// expect: bug memory "write of 1 byte past the end of a block of 0 bytes (offset 0)"
// malloc(0) gives an address, and no memory.
#include <stdlib.h>

int main(void)
{
    volatile char *nothing = malloc(0);
    nothing[0] = 1; // BUG HERE
    free((void *)nothing);
    return 0;
}
