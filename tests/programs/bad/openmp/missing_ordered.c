// expect: bug race "n"
// options: -fopenmp
// only: gcc -O0
// The loop is ordered, and the statement is not.
static int n;

int main(void)
{
#pragma omp parallel for ordered schedule(dynamic)
    for (int i = 0; i < 2; i++) {
#pragma omp ordered
        n++; // RACE
        n += 2; // RACE
    }
    return n < 0;
}
