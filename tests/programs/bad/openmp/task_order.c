// expect: bug assertion "first == 1"
// options: -fopenmp
// only: gcc -O0
// Nothing says which of two tasks begins.
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
    }
    assert(first == 1); // BUG HERE
    return 0;
}
