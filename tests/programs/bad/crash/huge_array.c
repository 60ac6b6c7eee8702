// expect: bug stack-overflow
// The frame is larger than the stack, and ends behind the guard.
#include <mazurka.h>

static int middle(const int *a, int n)
{
    return a[n / 2];
}

int main(void)
{
    int n = mz_choose(2) ? 2147483647 : 1;
    int a[n];
    return middle(a, n) == 77;
}
