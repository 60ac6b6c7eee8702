// expect: verified
// ends: 3
// mz_assume gives up the other paths: neither an end nor a deadlock.
#include <assert.h>
#include <mazurka.h>

static int n;

int main(void)
{
    n = mz_choose(10);
    mz_assume(n % 4 == 1 || n == 0);
    assert(n == 0 || n == 1 || n == 5 || n == 9);
    mz_assume(n != 9);
    return 0;
}
