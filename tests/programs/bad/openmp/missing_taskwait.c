// expect: bug race "a"
// options: -fopenmp
// only: gcc
static int a;

int main(void)
{
    int seen = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        a = 3; // RACE
        seen = a; // RACE
    }
    return seen < 0;
}
