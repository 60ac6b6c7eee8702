// expect: bug memory "read of 4 bytes in the frame of a returned function (of thread 0)"
// An exit handler uses a local of main, which has returned.
#include <stdlib.h>

static volatile int *kept;

static void at_end(void)
{
    (void)*kept; // BUG HERE
}

int main(void)
{
    volatile int value = 1;
    kept = &value;
    atexit(at_end);
    return 0;
}
