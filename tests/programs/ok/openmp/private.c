// expect: verified
// options: -fopenmp
// only: gcc -O0
// private, firstprivate and lastprivate.
#include <assert.h>

static int a[4];

int main(void)
{
    int i, t, base = 10, last;
#pragma omp parallel for private(t) firstprivate(base) lastprivate(last)
    for (i = 0; i < 4; i++) {
        t = base + i;
        a[i] = t;
        last = t;
    }
    assert(a[0] == 10 && a[3] == 13 && last == 13);
    return 0;
}
