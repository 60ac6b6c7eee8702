// expect: bug race "n"
// options: -fopenmp
// only: gcc -O0
// master has no barrier at its end, unlike single.
static int n;

int main(void)
{
    int seen = 0;
#pragma omp parallel reduction(+ : seen)
    {
#pragma omp master
        n = 5; // RACE
        seen += n; // RACE
    }
    return seen < 0;
}
