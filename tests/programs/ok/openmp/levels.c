// expect: verified
// options: -fopenmp
// only: gcc -O0
// What omp.h tells, in regions inside each other.
#include <assert.h>
#include <omp.h>

int main(void)
{
    assert(omp_get_max_threads() == 2 && omp_get_num_threads() == 1 && !omp_in_parallel() && omp_get_level() == 0);
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int outer = omp_get_thread_num();
        assert(omp_in_parallel() && omp_get_level() == 1 && omp_get_num_threads() == 2);
#pragma omp parallel num_threads(outer + 1)
        {
            assert(omp_get_level() == 2 && omp_get_num_threads() == outer + 1 && omp_get_team_size(1) == 2);
            assert(omp_get_ancestor_thread_num(1) == outer && omp_get_active_level() == 1 + outer);
#pragma omp parallel
            assert(omp_get_num_threads() == 2 - outer && omp_get_level() == 3);
        }
    }
    omp_set_num_threads(3);
#pragma omp parallel
    assert(omp_get_num_threads() == 3);
    return 0;
}
