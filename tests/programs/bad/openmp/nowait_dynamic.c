// expect: bug race "a["
// options: -fopenmp
// only: gcc -O0
// As nowait_same.c, but a dynamic loop promises nothing of the kind.
static int a[2], b[2];

int main(void)
{
#pragma omp parallel
    {
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < 2; i++)
            a[i] = i; // RACE
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 2; i++)
            b[i] = a[i]; // RACE
    }
    return 0;
}
