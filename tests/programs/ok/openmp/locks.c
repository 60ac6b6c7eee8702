// expect: verified
// options: -fopenmp
// only: gcc
// Locks, and those that a thread may take again.
#include <assert.h>
#include <omp.h>

static omp_lock_t lock;
static omp_nest_lock_t nest;
static int n, depth;

static void add(void)
{
    omp_set_nest_lock(&nest);
    depth++;
    omp_unset_nest_lock(&nest);
}

int main(void)
{
    omp_init_lock(&lock);
    omp_init_nest_lock(&nest);
#pragma omp parallel
    {
        omp_set_lock(&lock);
        n++;
        omp_unset_lock(&lock);
        omp_set_nest_lock(&nest);
        add();
        omp_unset_nest_lock(&nest);
    }
    assert(n == 2 && depth == 2 && omp_test_lock(&lock));
    omp_unset_lock(&lock);
    omp_destroy_lock(&lock);
    omp_destroy_nest_lock(&nest);
    return 0;
}
