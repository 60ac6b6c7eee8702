/* box.c - a shared library with atomic operations. */
#include "box.h"

void box_put(struct box *b, int value)
{
    b->value = value;
    atomic_store_explicit(&b->full, 1, memory_order_seq_cst);
}

int box_get(struct box *b)
{
    return box_is_full(b) ? b->value : 0;
}
