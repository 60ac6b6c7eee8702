// expect: bug race "x"
// options: -fopenmp
// only: gcc -O0
// taskwait waits for tasks that were made here, not for those that they made.
static int x;

int main(void)
{
    int seen = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
#pragma omp task
        x = 1; // RACE
#pragma omp taskwait
        seen = x; // RACE
    }
    return seen < 0;
}
