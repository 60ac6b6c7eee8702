// expect: verified
// options: -fopenmp
// only: gcc
// Sums and a maximum by reduction, of a loop that the compiler divides.
#include <assert.h>

int main(void)
{
    int sum = 0, most = 0, a[4] = {3, 1, 4, 1};
#pragma omp parallel for reduction(+ : sum) reduction(max : most)
    for (int i = 0; i < 4; i++) {
        sum += a[i];
        most = a[i] > most ? a[i] : most;
    }
    assert(sum == 9 && most == 4);
    return 0;
}
