// expect: bug race "x"
// options: -fopenmp
// only: gcc -O0
// Two names: two locks.
static int x;

int main(void)
{
#pragma omp parallel sections
    {
#pragma omp section
#pragma omp critical(one)
        x++; // RACE
#pragma omp section
#pragma omp critical(other)
        x++; // RACE
    }
    return 0;
}
