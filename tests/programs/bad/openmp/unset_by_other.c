// expect: bug misuse "lock"
// options: -fopenmp
// only: gcc -O0
#include <omp.h>

static omp_lock_t a;

int main(void)
{
    omp_init_lock(&a);
    omp_set_lock(&a);
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 1)
        omp_unset_lock(&a); // BUG HERE
    return 0;
}
