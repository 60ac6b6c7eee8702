// expect: verified
// options: -fopenmp
// only: gcc -O0
#include <assert.h>

static int a[4];

int main(void)
{
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop grainsize(2)
        for (int i = 0; i < 4; i++)
            a[i] = i;
        assert(a[0] + a[1] + a[2] + a[3] == 6);
#pragma omp task if (0)
        a[0] = 1;
        assert(a[0] == 1);
    }
    return 0;
}
