// expect: verified
// options: -fopenmp
// only: gcc -O0
// Chunks of guided loops, of unsigned ones that count down, with a step: each iteration once.
#include <assert.h>

int main(void)
{
    int a[7] = {0}, last = -1;
#pragma omp parallel
    {
#pragma omp for schedule(guided) nowait lastprivate(last)
        for (int i = 0; i < 5; i += 2) {
            a[i]++;
            last = i;
        }
#pragma omp for schedule(guided, 2)
        for (unsigned long long i = 6; i > 4; i--)
            a[i]++;
    }
    assert(a[0] == 1 && a[2] == 1 && a[4] == 1 && a[5] == 1 && a[6] == 1 && last == 4);
    return 0;
}
