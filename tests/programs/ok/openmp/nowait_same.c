// expect: verified
// options: -fopenmp
// only: gcc -O0
// Two static loops of equal bounds give a thread the same iterations: no barrier is needed between them.
#include <assert.h>

static int a[4], b[4];

int main(void)
{
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < 4; i++)
            a[i] = i;
#pragma omp for schedule(static)
        for (int i = 0; i < 4; i++)
            b[i] = a[i];
    }
    assert(b[3] == 3);
    return 0;
}
