// options: --race=error
#include "../between.h"

static int counter;

static void count(void)
{
    counter++;
}

int main(void)
{
    return both(count, count);
}
