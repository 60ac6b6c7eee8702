// expect: verified
// options: -fopenmp
// only: gcc
// Tasks, and the wait for them; data that are copied when a task is made.
#include <assert.h>

static int a, b;

int main(void)
{
#pragma omp parallel
#pragma omp single
    {
        int value = 3;
#pragma omp task shared(a) firstprivate(value)
        a = value;
#pragma omp task shared(b)
        b = 4;
        value = 7;
#pragma omp taskwait
        assert(a + b == value);
    }
    return 0;
}
