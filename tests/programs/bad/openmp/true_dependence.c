// expect: bug race "a["
// options: -fopenmp
// only: gcc -O0
static int a[5];

int main(void)
{
#pragma omp parallel for schedule(dynamic)
    for (int i = 1; i < 4; i++)
        a[i] = a[i - 1] + 1; // RACE
    return 0;
}
