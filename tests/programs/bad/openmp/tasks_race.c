// expect: bug race "n"
// options: -fopenmp
// only: gcc -O0
// Two tasks change one variable.
static int n;

int main(void)
{
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 2; i++) {
#pragma omp task
        n++; // RACE
    }
    return n < 0;
}
