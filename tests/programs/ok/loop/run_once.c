// expect: verified
// A function that is run once, as nsync does it: who comes second waits under a lock, and the lock is a word of bits with a list of
// waiters. Each loop backs off, by rounds that are counted up to a limit, and then yields.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

enum { LOCKED = 1, LISTED = 2 /* the list is being changed */, WAITED = 4, MOST_ATTEMPTS = 7 };

struct waiter {
    atomic_int     woken, waits; // woken: a semaphore of 0 or 1
    struct waiter *next;
};

static atomic_uint word, once;
static struct waiter *first;
static int runs;

static unsigned delay(unsigned attempts)
{
    if (attempts == MOST_ATTEMPTS) {
        sched_yield();
        return attempts;
    }
    for (volatile int i = 0; i != 1 << attempts; i++)
        ;
    return attempts + 1;
}

static int swap(atomic_uint *at, unsigned old, unsigned new)
{
    return atomic_compare_exchange_strong(at, &old, new);
}

static void clear(unsigned bits)
{
    unsigned old = atomic_load(&word);
    while (!atomic_compare_exchange_strong(&word, &old, old & ~bits))
        ;
}

static void wait_for(struct waiter *me)
{
    atomic_store(&me->waits, 1);
    me->next = first;
    first = me;
    clear(LISTED);
    while (atomic_load(&me->waits))
        for (int one = 1; !atomic_compare_exchange_strong(&me->woken, &one, 0); one = 1)
            sched_yield();
}

static void lock(struct waiter *me)
{
    unsigned attempts = 0, old = 0;
    while (!swap(&word, old & ~LOCKED, old | LOCKED)) {
        old = atomic_load(&word);
        if ((old & LOCKED) && !(old & LISTED) && swap(&word, old, old | LISTED | WAITED)) {
            wait_for(me);
            attempts = 0;
        }
        attempts = delay(attempts);
    }
}

static void wake_first(void)
{
    struct waiter *one = first;
    first = one ? one->next : NULL;
    clear(LISTED | (first ? 0 : WAITED));
    if (one) {
        atomic_store(&one->waits, 0);
        atomic_store(&one->woken, 1);
    }
}

static void unlock(void)
{
    for (unsigned attempts = 0;; attempts = delay(attempts)) {
        unsigned old = atomic_load(&word);
        if (!(old & WAITED) && swap(&word, old, old & ~LOCKED))
            return;
        if ((old & WAITED) && !(old & LISTED) && swap(&word, old, (old | LISTED) & ~LOCKED)) {
            wake_first();
            return;
        }
    }
}

static void *run_once(void *me)
{
    unsigned attempts = 0;
    if (atomic_load(&once) == 2)
        return NULL;
    int is_first = swap(&once, 0, 1);
    if (is_first)
        runs++;
    lock(me);
    if (is_first)
        atomic_store(&once, 2);
    while (atomic_load(&once) != 2) {
        unlock();
        attempts = delay(attempts);
        lock(me);
    }
    unlock();
    return NULL;
}

int main(void)
{
    static struct waiter waiters[2];
    pthread_t t;
    pthread_create(&t, NULL, run_once, &waiters[1]);
    run_once(&waiters[0]);
    pthread_join(t, NULL);
    return runs != 1;
}
