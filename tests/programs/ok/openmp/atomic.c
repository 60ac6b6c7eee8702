// expect: verified
// options: -fopenmp
// only: gcc
// Atomic updates: by an instruction, by a loop of compare and exchange, and of something that no instruction can do.
#include <assert.h>

int main(void)
{
    int n = 0, before = 0;
    double d = 0;
    long double l = 0;
#pragma omp parallel
    {
#pragma omp atomic
        n++;
#pragma omp atomic
        d += 1.5;
#pragma omp atomic
        l += 1;
    }
#pragma omp atomic capture
    before = n++;
    assert(before == 2 && d == 3 && l == 2);
    return 0;
}
