/* chase_lev.c - a deque, of which one thread takes and the others steal: Le, Pop, Cohen, Zappa Nardelli, 2013. */
#include "weak.h"

static atomic_int top, bottom, items[2 * ROUNDS];
static atomic_int taken[2 * ROUNDS];

static void push(int item)
{
    int b = load(&bottom, relaxed);
    store(&items[b], item, relaxed);
    fence(release);
    store(&bottom, b + 1, relaxed);
}

static int take(void)
{
    int b = load(&bottom, relaxed) - 1, item = -1;
    store(&bottom, b, relaxed);
    fence(NEEDED(seq_cst));
    int t = load(&top, relaxed);
    if (t <= b) {
        item = load(&items[b], relaxed);
        if (t < b)
            return item;
        if (!cas(&top, &t, t + 1, memory_order_seq_cst, relaxed))
            item = -1;
    }
    store(&bottom, b + 1, relaxed);
    return item;
}

static int steal(void)
{
    int t = load(&top, acquire);
    fence(memory_order_seq_cst);
    if (t >= load(&bottom, acquire))
        return -1;
    int item = load(&items[t], relaxed);
    return cas(&top, &t, t + 1, memory_order_seq_cst, relaxed) ? item : -1;
}

static void note(int item)
{
    if (item >= 0)
        assert(add(&taken[item], 1, relaxed) == 0);
}

static void work(int number)
{
    for (int i = 0; number == 0 && i < ROUNDS; i++) {
        push(2 * i);
        push(2 * i + 1);
        note(take());
        note(take());
    }
    for (int i = 0; number > 0 && i < 2 * ROUNDS; i++)
        note(steal());
}

int main(void)
{
    run_all();
}
