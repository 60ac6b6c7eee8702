// expect: bug assertion "n != 77"
// One value in a hundred breaks the program.
#include <assert.h>
#include <mazurka.h>

int main(void)
{
    int n = mz_choose(100);
    assert(n != 77); // BUG HERE
    return 0;
}
