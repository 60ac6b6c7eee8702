/* box.h - a value for another thread, in a shared library. */
#include <stdatomic.h>

struct box {
    int value;
    atomic_int full;
};
void box_put(struct box *b, int value);
int box_get(struct box *b);

static inline int box_is_full(struct box *b) { return atomic_load_explicit(&b->full, memory_order_seq_cst); }
