// expect: verified
// options: -fopenmp
// only: gcc -O0
// A task that is executed where it is made excludes the others, too.
#include <assert.h>

static int x;

int main(void)
{
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(mutexinoutset : x)
        x++;
#pragma omp task depend(mutexinoutset : x) if (0)
        x++;
    }
    assert(x == 2);
    return 0;
}
