// expect: verified
// options: -fopenmp
// only: gcc -O0
#include <assert.h>

static int n;

int main(void)
{
    int seen = 0;
#pragma omp parallel reduction(+ : seen)
    {
#pragma omp master
        n = 5;
#pragma omp barrier
        seen += n;
    }
    assert(seen == 10);
    return 0;
}
