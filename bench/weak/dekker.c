/* dekker.c - who sees nobody else may enter; whoever sees somebody gives up. */
#include "weak.h"

static atomic_int wants[THREADS];
static int count;

static void work(int number)
{
    for (int i = 0; i < ROUNDS; i++) {
        int others = 0;
        store(&wants[number], 1, relaxed);
        fence(NEEDED(seq_cst));
        for (int j = 0; j < THREADS; j++)
            others |= j != number && load(&wants[j], acquire);
        if (!others)
            count++;
        store(&wants[number], 0, release);
    }
}

int main(void)
{
    run_all();
    assert(count <= THREADS * ROUNDS);
}
