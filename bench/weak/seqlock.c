/* seqlock.c - one writes, the others read until nobody has written meanwhile: Boehm, 2012. */
#include "weak.h"

static atomic_int sequence, a, b;

static void write_both(int value)
{
    int s = load(&sequence, relaxed);
    store(&sequence, s + 1, relaxed);
    fence(release);
    store(&a, value, relaxed);
    store(&b, value, relaxed);
    store(&sequence, s + 2, release);
}

static void read_both(void)
{
    int before, x, y;
    do {
        while ((before = load(&sequence, acquire)) % 2)
            ;
        x = load(&a, relaxed);
        y = load(&b, relaxed);
        fence(NEEDED(acquire));
    } while (load(&sequence, relaxed) != before);
    assert(x == y);
}

static void work(int number)
{
    for (int i = 0; i < ROUNDS; i++)
        if (number == 0)
            write_both(i + 1);
        else
            read_both();
}

int main(void)
{
    run_all();
}
