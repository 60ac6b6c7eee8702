// expect: bug race "a["
// options: -fopenmp
// only: gcc -O0
// Iteration i reads what iteration i + 1 writes: a race where they belong to different threads.
int a[5];

int main(void)
{
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
        a[i] = a[i + 1] + 1; // RACE
    return 0;
}
