// expect: verified
// options: -fopenmp
// only: gcc
// A single is executed once, before the others go on; copyprivate gives its values to all.
#include <assert.h>

static int n;

int main(void)
{
#pragma omp parallel
    {
        int mine;
#pragma omp single
        n = 5;
        assert(n == 5);
#pragma omp single copyprivate(mine)
        mine = n + 1;
        assert(mine == 6);
    }
    return 0;
}
