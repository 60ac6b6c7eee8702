// expect: bug deadlock "thread"
// options: -fopenmp
// only: gcc -O0
// One thread has a barrier more than the other.
#include <omp.h>

int main(void)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
#pragma omp barrier
        }
    }
    return 0;
}
