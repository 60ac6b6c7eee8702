#include "../between.h"

static int deeper(volatile int *from)
{
    volatile int here[8192];
    here[0] = *from;
    return deeper(here) + here[0];
}

static void wrong(void)
{
    volatile int start = 1;
    deeper(&start);
}

int main(void)
{
    return both(wrong, nothing);
}
