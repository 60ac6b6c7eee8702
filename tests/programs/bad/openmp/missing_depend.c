// expect: bug race "x"
// options: -fopenmp
// only: gcc -O0
static int x, y;

int main(void)
{
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1; // RACE
#pragma omp task depend(out : y)
        y = x; // RACE
    }
    return y < 0;
}
