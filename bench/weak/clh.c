/* clh.c - a lock whose waiters look at the node before theirs: Craig; Landin, Hagersten, 1993. */
#include "weak.h"

static atomic_int nodes[THREADS + 1]; /* locked */
static atomic_int *_Atomic tail = &nodes[THREADS];
static int count;

static void work(int number)
{
    atomic_int *mine = &nodes[number];
    for (int i = 0; i < ROUNDS; i++) {
        store(mine, 1, relaxed);
        atomic_int *before = swap(&tail, mine, acq_rel);
        while (load(before, acquire))
            ;
        count++;
        store(mine, 0, NEEDED(release));
        mine = before;
    }
}

int main(void)
{
    run_all();
    assert(count == THREADS * ROUNDS);
}
