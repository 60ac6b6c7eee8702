// expect: verified
// options: -fopenmp
// only: gcc -O0
// The end of a taskgroup waits for tasks of tasks; taskwait would not.
#include <assert.h>

static int x;

int main(void)
{
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
#pragma omp task
            x = 1;
        }
        assert(x == 1);
    }
    return 0;
}
