// expect: verified
// First and last byte of blocks around the sizes at which the heap changes its way of keeping them.
#include <stdlib.h>

int main(void)
{
    static const size_t sizes[] = {15, 16, 17, 1776, 1777, 1778, 2016, 4080, 4096, 8192, 100000};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        volatile char *a = malloc(sizes[i]), *b = malloc(sizes[i]);
        a[0] = a[sizes[i] - 1] = 1;
        b[0] = b[sizes[i] - 1] = 2;
        free((void *)a);
        b[0]++;
        free((void *)b);
    }
    return 0;
}
