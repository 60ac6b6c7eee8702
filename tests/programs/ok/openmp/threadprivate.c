// expect: verified
// options: -fopenmp
// only: gcc
// A thread finds its copy again in the next region.
#include <assert.h>
#include <omp.h>

static int mine = 1;
#pragma omp threadprivate(mine)

int main(void)
{
#pragma omp parallel copyin(mine)
    mine += omp_get_thread_num();
#pragma omp parallel
    assert(mine == 1 + omp_get_thread_num());
    return 0;
}
