// expect: verified
// The lock-free queue of Michael and Scott (1996) with nodes that are never used again: one enqueuer, one dequeuer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node { _Atomic(struct node *) next; int value; };
static struct node pool[4];
static _Atomic(struct node *) head = &pool[0], tail = &pool[0];

static void enqueue(struct node *n)
{
    for (;;) {
        struct node *last = atomic_load(&tail), *next = atomic_load(&last->next);
        if (next) {
            atomic_compare_exchange_strong(&tail, &last, next);
        } else if (atomic_compare_exchange_strong(&last->next, &next, n)) {
            atomic_compare_exchange_strong(&tail, &last, n);
            return;
        }
    }
}

static int dequeue(void)
{
    for (;;) {
        struct node *first = atomic_load(&head), *last = atomic_load(&tail), *next = atomic_load(&first->next);
        if (first == last) {
            if (!next)
                return 0;
            atomic_compare_exchange_strong(&tail, &last, next);
        } else {
            int value = next->value;
            if (atomic_compare_exchange_strong(&head, &first, next))
                return value;
        }
    }
}

static void *producer(void *unused)
{
    pool[1].value = 1;
    enqueue(&pool[1]);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    pool[2].value = 2;
    enqueue(&pool[2]);
    int first = dequeue();
    assert(first == 1 || first == 2);
    pthread_join(t, NULL);
    int second = dequeue();
    assert(first + second == 3 && dequeue() == 0);
    return 0;
}
