/* The maximum of an array, by threads that look before they update: between the look and the update another one may come. */
#include <assert.h>

static int a[] = {3, 9, 4, 7}, most;

int main(void)
{
#pragma omp parallel for
    for (int i = 0; i < 4; i++) {
        int seen;
#pragma omp atomic read
        seen = most;
        if (a[i] > seen) {
#pragma omp atomic write
            most = a[i];
        }
    }
    assert(most == 9);
    return 0;
}
