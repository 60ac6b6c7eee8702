// expect: bug race "of sum"
// options: -fopenmp
// only: gcc -O0
#include <stdio.h>

int main(void)
{
    int sum = 0;
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
        sum += i; // RACE
    printf("%d\n", sum);
    return 0;
}
