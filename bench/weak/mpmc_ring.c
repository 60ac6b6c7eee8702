/* mpmc_ring.c - a ring with a number in each slot, for several producers and consumers: Vyukov, 2010. */
#include "weak.h"

enum { SLOTS = 2 };
static struct {
    atomic_uint sequence;
    int         value;
} slot[SLOTS] = {{0, 0}, {1, 0}};
static atomic_uint head, tail;

static int put(int value)
{
    unsigned at = load(&tail, relaxed);
    for (;;) {
        int ahead = (int)(load(&slot[at % SLOTS].sequence, acquire) - at);
        if (ahead < 0)
            return 0;
        if (ahead > 0)
            at = load(&tail, relaxed);
        else if (cas(&tail, &at, at + 1, relaxed, relaxed))
            break;
    }
    slot[at % SLOTS].value = value;
    store(&slot[at % SLOTS].sequence, at + 1, NEEDED(release));
    return 1;
}

static int get(void)
{
    unsigned at = load(&head, relaxed);
    for (;;) {
        int ahead = (int)(load(&slot[at % SLOTS].sequence, acquire) - (at + 1));
        if (ahead < 0)
            return 0;
        if (ahead > 0)
            at = load(&head, relaxed);
        else if (cas(&head, &at, at + 1, relaxed, relaxed))
            break;
    }
    int value = slot[at % SLOTS].value;
    store(&slot[at % SLOTS].sequence, at + SLOTS, release);
    return value;
}

static void work(int number)
{
    for (int i = 0; i < ROUNDS; i++)
        if (number % 2 == 0)
            put(number + 1);
        else
            get();
}

int main(void)
{
    run_all();
}
