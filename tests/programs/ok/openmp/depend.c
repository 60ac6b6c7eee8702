// expect: verified
// options: -fopenmp
// only: gcc -O0
// Tasks in the order of their dependences; those that only read may go in any.
#include <assert.h>

static int x, y, z;

int main(void)
{
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(in : x) depend(out : y)
        y = x + 1;
#pragma omp task depend(in : x) depend(out : z)
        z = x + 2;
#pragma omp task depend(in : y, z) depend(inout : x)
        x = y + z;
    }
    assert(x == 5);
    return 0;
}
