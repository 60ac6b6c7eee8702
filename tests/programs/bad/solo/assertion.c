// expect: bug assertion "argc == 7"
// The simplest fault there is.
#include <assert.h>

int main(int argc, char **argv)
{
    (void)argv;
    assert(argc == 7); // BUG HERE
    return 0;
}
