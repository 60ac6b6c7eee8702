// expect: bug memory "read of 8 bytes past the end of a block of 64 bytes (offset 64)"
// A block that fills its place: the next one is not hit at once.
#include <stdlib.h>

int main(void)
{
    volatile long *a = malloc(64), *b = malloc(64);
    a[7] = b[7] = 1;
    long sum = 0;
    for (int i = 0; i <= 8; i++)
        sum += i < 7 ? 0 : a[i]; // BUG HERE
    free((void *)a);
    free((void *)b);
    return sum == 0;
}
