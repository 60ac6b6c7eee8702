// options: --runaway=1000
// not: --visible=all
#include "../between.h"

static unsigned long spins;

static void wrong(void)
{
    for (;;)
        spins++;
}

int main(void)
{
    return both(wrong, nothing);
}
