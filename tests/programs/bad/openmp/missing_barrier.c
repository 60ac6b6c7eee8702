// expect: bug race "a["
// options: -fopenmp
// only: gcc -O0
#include <omp.h>

static int a[2], b[2];

int main(void)
{
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num();
        a[me] = me; // RACE
        b[me] = a[1 - me]; // RACE
    }
    return 0;
}
