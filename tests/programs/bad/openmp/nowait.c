// expect: bug race "a["
// options: -fopenmp
// only: gcc
// The second loop reads what the first one may not have written yet.
int a[4], b[4];

int main(void)
{
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < 4; i++)
            a[i] = i; // RACE
#pragma omp for
        for (int i = 0; i < 4; i++)
            b[i] = a[3 - i]; // RACE
    }
    return 0;
}
