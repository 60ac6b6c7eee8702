// expect: bug race
// options: -fopenmp
// only: gcc
// The task only reads a shared variable, which gcc would copy when the task is made; and then it is written.
static int seen;

int main(void)
{
#pragma omp parallel
#pragma omp single
    {
        int i = 0;
#pragma omp task shared(i)
        seen = i;
        i = 1;
#pragma omp taskwait
    }
    return seen < 0;
}
