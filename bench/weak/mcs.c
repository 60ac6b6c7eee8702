/* mcs.c - a lock whose waiters are a list: Mellor-Crummey, Scott, 1991. */
#include "weak.h"

struct node {
    struct node *_Atomic next;
    atomic_int           waits;
};

static struct node nodes[THREADS];
static struct node *_Atomic tail;
static int count;

static void work(int number)
{
    struct node *me = &nodes[number], *next;
    for (int i = 0; i < ROUNDS; i++) {
        store(&me->next, NULL, relaxed);
        store(&me->waits, 1, relaxed);
        struct node *before = swap(&tail, me, acq_rel);
        if (before) {
            store(&before->next, me, release);
            while (load(&me->waits, acquire))
                ;
        }
        count++;
        struct node *last = me;
        if (!load(&me->next, acquire) && cas(&tail, &last, NULL, release, relaxed))
            continue;
        while (!(next = load(&me->next, acquire)))
            ;
        store(&next->waits, 0, NEEDED(release));
    }
}

int main(void)
{
    run_all();
    assert(count == THREADS * ROUNDS);
}
