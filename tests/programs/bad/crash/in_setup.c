// expect: bug crash
// The program crashes before it has made any thread.
#include <stddef.h>

static int *volatile pointer;

int main(void)
{
    return *pointer; // BUG HERE
}
