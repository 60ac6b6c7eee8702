// expect: bug race "a"
// options: -fopenmp
// only: gcc -O0
static int a, b;

int main(void)
{
#pragma omp parallel sections
    {
#pragma omp section
        a = 1; // RACE
#pragma omp section
        b = a; // RACE
    }
    return b < 0;
}
