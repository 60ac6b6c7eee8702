// expect: verified
// options: -fopenmp
// only: gcc
// Every iteration has its own elements, with every schedule.
#include <assert.h>
#include <omp.h>

static int a[4], b[4];

int main(void)
{
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < 4; i++)
        a[i] = i;
#pragma omp parallel for schedule(dynamic, 3)
    for (int i = 3; i >= 0; i--)
        b[i] = a[i];
    omp_set_schedule(omp_sched_static, 1);
#pragma omp parallel for schedule(runtime)
    for (int i = 0; i < 4; i++)
        a[i] += b[i];
    for (int i = 0; i < 4; i++)
        assert(a[i] == 2 * i);
    return 0;
}
