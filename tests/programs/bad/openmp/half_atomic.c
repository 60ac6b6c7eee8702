// expect: bug race "n"
// options: -fopenmp
// only: gcc -O0
// One of the two updates is atomic.
static int n;

int main(void)
{
#pragma omp parallel sections
    {
#pragma omp section
        {
#pragma omp atomic
            n++; // RACE
        }
#pragma omp section
        n++; // RACE
    }
    return 0;
}
