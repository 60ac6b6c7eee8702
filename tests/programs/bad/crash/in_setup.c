// expect: bug crash
// root differs: the program crashes before it has made any thread, so that set-up leaves no state to begin with.
#include <stddef.h>

static int *volatile pointer;

int main(void)
{
    return *pointer; // BUG HERE
}
