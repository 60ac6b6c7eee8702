// options: --leaks
#include <stdlib.h>

#include "../between.h"

static void wrong(void)
{
    int *volatile lost = malloc(sizeof *lost);
    lost = NULL;
}

int main(void)
{
    return both(wrong, nothing);
}
