#include <unistd.h>

#include "../between.h"

static void wrong(void)
{
    fork();
}

int main(void)
{
    return both(wrong, nothing);
}
