// expect: bug race " of t "
// options: -fopenmp
// only: gcc -O0
static int a[4];

int main(void)
{
    int i, t;
#pragma omp parallel for
    for (i = 0; i < 4; i++) {
        t = a[i] + i; // RACE
        a[i] = t; // RACE
    }
    return 0;
}
