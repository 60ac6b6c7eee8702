// options: --exit-status
#include <stdlib.h>

#include "../between.h"

static void wrong(void)
{
    exit(3);
}

int main(void)
{
    return both(wrong, nothing);
}
