/* ticket.c - a lock that is given in the order of asking. */
#include "weak.h"

static atomic_int next, serving;
static int count;

static void work(int number)
{
    (void)number;
    for (int i = 0; i < ROUNDS; i++) {
        int mine = add(&next, 1, relaxed);
        while (load(&serving, NEEDED(acquire)) != mine)
            ;
        count++;
        store(&serving, mine + 1, release);
    }
}

int main(void)
{
    run_all();
    assert(count == THREADS * ROUNDS);
}
