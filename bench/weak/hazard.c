/* hazard.c - hazard pointers: who is about to use an object says so, and is not surprised: Michael, 2004. */
#include "weak.h"

struct object {
    int value;
};

static struct object objects[ROUNDS + 1];
static struct object *_Atomic shared = &objects[0], *_Atomic hazard[THREADS];

static void use(int number)
{
    struct object *o;
    do {
        o = load(&shared, relaxed);
        store(&hazard[number], o, relaxed);
        fence(NEEDED(seq_cst));
    } while (load(&shared, acquire) != o);
    assert(o->value >= 0);
    store(&hazard[number], NULL, release);
}

static void replace(struct object *by)
{
    by->value = 1;
    struct object *old = swap(&shared, by, acq_rel);
    fence(memory_order_seq_cst);
    for (int i = 1; i < THREADS; i++)
        while (load(&hazard[i], acquire) == old)
            ;
    old->value = -1;
}

static void work(int number)
{
    for (int i = 0; i < ROUNDS; i++)
        if (number == 0)
            replace(&objects[i + 1]);
        else
            use(number);
}

int main(void)
{
    run_all();
}
