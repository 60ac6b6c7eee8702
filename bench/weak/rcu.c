/* rcu.c - who replaces an object waits until nobody reads who may have the old one. */
#include "weak.h"

static int objects[ROUNDS + 1];
static int *_Atomic shared = &objects[0];
static atomic_int reads[THREADS];

static void read_it(int number)
{
    store(&reads[number], 1, relaxed);
    fence(memory_order_seq_cst);
    assert(*load(&shared, acquire) >= 0);
    store(&reads[number], 0, release);
}

static void replace(int *by)
{
    *by = 1;
    int *old = swap(&shared, by, acq_rel);
    fence(NEEDED(seq_cst));
    for (int i = 1; i < THREADS; i++)
        while (load(&reads[i], acquire))
            ;
    *old = -1;
}

static void work(int number)
{
    for (int i = 0; i < ROUNDS; i++)
        if (number == 0)
            replace(&objects[i + 1]);
        else
            read_it(number);
}

int main(void)
{
    run_all();
}
