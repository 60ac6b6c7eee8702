/* test_and_set.c - a lock of one word. */
#include "weak.h"

static atomic_int locked;
static int count;

static void work(int number)
{
    (void)number;
    for (int i = 0; i < ROUNDS; i++) {
        while (swap(&locked, 1, acquire))
            ;
        count++;
        store(&locked, 0, NEEDED(release));
    }
}

int main(void)
{
    run_all();
    assert(count == THREADS * ROUNDS);
}
