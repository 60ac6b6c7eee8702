// expect: bug memory "write of 4 bytes in a freed block of 12 bytes (offset 8)"
// No other thread is needed.
#include <stdlib.h>

int main(void)
{
    volatile int *numbers = malloc(3 * sizeof(int));
    numbers[2] = 1;
    free((void *)numbers);
    numbers[2] = 2; // BUG HERE
    return 0;
}
