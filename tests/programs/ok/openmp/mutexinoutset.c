// expect: verified
// options: -fopenmp
// only: gcc -O0
// One at a time, in any order.
#include <assert.h>

static int x, first;

int main(void)
{
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(mutexinoutset : x)
        first = x++ ? first : 1;
#pragma omp task depend(mutexinoutset : x)
        first = x++ ? first : 2;
#pragma omp task depend(in : x)
        assert(x == 2);
    }
    assert(first == 1 || first == 2);
    return 0;
}
