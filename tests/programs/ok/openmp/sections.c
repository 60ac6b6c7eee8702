// expect: verified
// options: -fopenmp
// only: gcc
#include <assert.h>

static int a, b, c;

int main(void)
{
#pragma omp parallel
    {
#pragma omp sections
        {
#pragma omp section
            a = 1;
#pragma omp section
            b = 2;
#pragma omp section
            c = 3;
        }
        assert(a + b + c == 6);
    }
    return 0;
}
