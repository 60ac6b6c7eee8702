#include <stdlib.h>

#include "../between.h"

static void wrong(void)
{
    volatile int *block = malloc(sizeof *block);
    free((void *)block);
    *block = 1;
}

int main(void)
{
    return both(wrong, nothing);
}
