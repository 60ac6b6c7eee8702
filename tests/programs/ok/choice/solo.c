// expect: verified
// ends: 27
// Data choices need no threads: three choices of three.
#include <assert.h>
#include <mazurka.h>

static int digits;

int main(void)
{
    for (int i = 0; i < 3; i++)
        digits = digits * 3 + mz_choose(3);
    assert(digits >= 0 && digits < 27);
    return 0;
}
