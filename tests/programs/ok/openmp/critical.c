// expect: verified
// options: -fopenmp
// only: gcc
// Critical sections exclude each other by name; the one without a name is one for all.
#include <assert.h>

static int x, y, z;

int main(void)
{
#pragma omp parallel
    {
#pragma omp critical
        x++;
#pragma omp critical(first)
        y++;
#pragma omp critical(second)
        z++;
    }
    assert(x == 2 && y == 2 && z == 2);
    return 0;
}
