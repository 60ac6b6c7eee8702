/* A work stealing deque (Chase-Lev). BUG: pop does not use compare-exchange for the last element. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct task { int number; int runs; };
struct deque { atomic_long top, bottom; struct task *_Atomic items[8]; };
static struct deque *deque;

static void push(struct deque *d, struct task *t)
{
    long b = atomic_load_explicit(&d->bottom, memory_order_relaxed);
    atomic_store_explicit(&d->items[b % 8], t, memory_order_relaxed);
    atomic_store_explicit(&d->bottom, b + 1, memory_order_release);
}

static struct task *pop(struct deque *d)
{
    long b = atomic_load(&d->bottom) - 1;
    atomic_store(&d->bottom, b);
    long t = atomic_load(&d->top);
    if (t > b) {
        atomic_store(&d->bottom, b + 1);
        return NULL;
    }
    return atomic_load(&d->items[b % 8]);
}

static struct task *steal(struct deque *d)
{
    long t = atomic_load(&d->top), b = atomic_load(&d->bottom);
    if (t >= b)
        return NULL;
    struct task *task = atomic_load(&d->items[t % 8]);
    return atomic_compare_exchange_strong(&d->top, &t, t + 1) ? task : NULL;
}

static pthread_mutex_t count = PTHREAD_MUTEX_INITIALIZER;
static void run(struct task *t)
{
    pthread_mutex_lock(&count);
    t->runs++;
    assert(t->runs == 1);
    pthread_mutex_unlock(&count);
}

static void *thief(void *unused)
{
    struct task *t = steal(deque);
    if (t)
        run(t);
    return unused;
}

int main(void)
{
    pthread_t t;
    deque = calloc(1, sizeof *deque);
    for (int i = 0; i < 2; i++) {
        struct task *task = calloc(1, sizeof *task);
        task->number = i;
        push(deque, task);
    }
    pthread_create(&t, NULL, thief, NULL);
    for (struct task *task; (task = pop(deque));)
        run(task);
    pthread_join(t, NULL);
    return 0;
}
