// expect: bug race "n"
// options: -fopenmp
// only: gcc -O0
static int n;

int main(void)
{
    int seen = 0;
#pragma omp parallel reduction(+ : seen)
    {
#pragma omp single nowait
        n = 5; // RACE
        seen += n; // RACE
    }
    return seen < 0;
}
