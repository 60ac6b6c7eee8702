// options: --race=error
// not: --race-rule=poised
// The two accesses are never pending at the same time: a flag that orders nothing is between them.
#include <stdatomic.h>

#include "../between.h"

static int data;
static atomic_int flag;

static void publish(void)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
}

static void look(void)
{
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        data = 2;
}

int main(void)
{
    return both(publish, look);
}
