/* spsc_ring.c - a ring of one slot more than it holds, for one producer and one consumer; further threads have rings of their own. */
#include "weak.h"

enum { SLOTS = 2 };
static struct {
    atomic_uint head, tail;
    int         slot[SLOTS];
} ring[(THREADS + 1) / 2];

static void work(int number)
{
    for (int i = 0; i < ROUNDS; i++) {
        unsigned head, tail;
        if (number % 2 == 0) {
            tail = load(&ring[number / 2].tail, relaxed);
            if (tail - load(&ring[number / 2].head, acquire) == SLOTS)
                continue;
            ring[number / 2].slot[tail % SLOTS] = i + 1;
            store(&ring[number / 2].tail, tail + 1, NEEDED(release));
        } else {
            head = load(&ring[number / 2].head, relaxed);
            if (load(&ring[number / 2].tail, acquire) == head)
                continue;
            assert(ring[number / 2].slot[head % SLOTS] > 0);
            store(&ring[number / 2].head, head + 1, release);
        }
    }
}

int main(void)
{
    run_all();
}
