#include <stdlib.h>

#include "../between.h"

int main(void)
{
    return both(abort, nothing);
}
