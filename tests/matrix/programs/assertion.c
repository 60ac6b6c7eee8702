#include <assert.h>

#include "../between.h"

static void wrong(void)
{
    assert(!"between");
}

int main(void)
{
    return both(wrong, nothing);
}
