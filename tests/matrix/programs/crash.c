#include "../between.h"

static void wrong(void)
{
    __builtin_trap();
}

int main(void)
{
    return both(wrong, nothing);
}
