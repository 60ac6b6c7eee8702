// expect: verified
// options: -fopenmp
// only: gcc
// Ordered regions are executed in the order of the iterations, whoever has them; some iterations have none.
#include <assert.h>

static int n;

int main(void)
{
#pragma omp parallel
    {
#pragma omp for ordered schedule(dynamic)
        for (int i = 0; i < 3; i++) {
            if (i != 1) {
#pragma omp ordered
                assert(n++ == (i == 2));
            }
        }
#pragma omp for ordered schedule(static, 1)
        for (int i = 0; i < 3; i++) {
#pragma omp ordered
            assert(n++ == i + 2);
        }
    }
    return n != 5;
}
