// expect: bug assertion "sum == 6"
// options: -fopenmp --race=off
// only: gcc -O0
#include <assert.h>

static int sum;

int main(void)
{
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
        sum += i;
    assert(sum == 6); // BUG HERE
    return 0;
}
