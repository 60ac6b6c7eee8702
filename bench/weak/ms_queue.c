/* ms_queue.c - a queue: Michael, Scott, 1996. Nodes are not used again. */
#include "weak.h"

struct node {
    struct node *_Atomic next;
    int                  value;
};

static struct node nodes[THREADS][ROUNDS], first;
static struct node *_Atomic head = &first, *_Atomic tail = &first;

static void enqueue(struct node *n)
{
    for (;;) {
        struct node *last = load(&tail, acquire), *next = load(&last->next, acquire);
        if (next) {
            cas(&tail, &last, next, release, relaxed);
        } else if (cas(&last->next, &next, n, NEEDED(release), relaxed)) {
            cas(&tail, &last, n, release, relaxed);
            return;
        }
    }
}

static int dequeue(void)
{
    for (;;) {
        struct node *old = load(&head, acquire), *last = load(&tail, acquire), *next = load(&old->next, acquire);
        if (!next)
            return 0;
        if (old == last) {
            cas(&tail, &last, next, release, relaxed);
        } else {
            int value = next->value;
            if (cas(&head, &old, next, acq_rel, relaxed))
                return value;
        }
    }
}

static void work(int number)
{
    for (int i = 0; i < ROUNDS; i++) {
        nodes[number][i].value = 1;
        enqueue(&nodes[number][i]);
        assert(dequeue() == 1);
    }
}

int main(void)
{
    run_all();
}
