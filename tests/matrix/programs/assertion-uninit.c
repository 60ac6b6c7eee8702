// options: --uninit
// not: --dead-values=keep
// What malloc leaves in a block is zero only by luck.
#include <assert.h>
#include <stdlib.h>

#include "../between.h"

static void wrong(void)
{
    int *block = malloc(sizeof *block);
    int value = *block;
    free(block);
    assert(value == 0);
}

int main(void)
{
    return both(wrong, nothing);
}
