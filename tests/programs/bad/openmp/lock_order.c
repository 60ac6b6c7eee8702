// expect: bug deadlock "thread"
// options: -fopenmp
// only: gcc -O0
#include <omp.h>

static omp_lock_t a, b;

int main(void)
{
    omp_init_lock(&a);
    omp_init_lock(&b);
#pragma omp parallel num_threads(2)
    {
        omp_lock_t *first = omp_get_thread_num() ? &a : &b, *second = omp_get_thread_num() ? &b : &a;
        omp_set_lock(first);
        omp_set_lock(second);
        omp_unset_lock(second);
        omp_unset_lock(first);
    }
    return 0;
}
