/* Quicksort by a pool of threads: whoever has split a part of the array gives one half to an idle thread, if there is one.
 *
 * Each thread of the pool has a state (idle, work, term) with a lock and a condition variable; another lock guards the allocation of
 * threads. The bug: the state is written under the lock of the allocation, and read under the thread's own, or under none. A thread that
 * has not come to its wait yet sees that there is work before it is told which, sorts nothing, and is idle again. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include "../include/start.h"

#ifndef THREADS
#define THREADS 2
#endif
#ifndef ELEMENTS
#define ELEMENTS 20
#endif
#ifndef FORK_ELEMENTS
#define FORK_ELEMENTS 5 /* a part that is not larger is not worth a thread */
#endif
#ifndef INSERTION
#define INSERTION 7 /* parts below that are sorted by insertion */
#endif

enum state { IDLE, WORK, TERM };

struct sorter {
    pthread_mutex_t lock;
    pthread_cond_t  changed;
    enum state      state;
    int            *a;
    int             first, end; /* the part of the array that is to be sorted */
    pthread_t       thread;
};

struct common {
    pthread_mutex_t allocation;
    struct sorter   pool[THREADS];
    int             threads, idle_threads, fork_elements;
};

static struct common common = {.allocation = PTHREAD_MUTEX_INITIALIZER};
static int array[ELEMENTS];

/* --- states of the pool: with FIXED a thread's state is guarded by its own lock, and is set when all is there that goes with it -- */

#ifdef FIXED
static void lock_state(struct sorter *s) { pthread_mutex_lock(&s->lock); }
static void unlock_state(struct sorter *s) { pthread_mutex_unlock(&s->lock); }
#else
static void lock_state(struct sorter *s) { (void)s; }
static void unlock_state(struct sorter *s) { (void)s; }
#endif

static void notify(struct sorter *s)
{
    pthread_mutex_lock(&s->lock);
    pthread_cond_signal(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

static bool take_if_idle(struct sorter *s, int *a, int first, int end)
{
    lock_state(s);
    bool idle = s->state == IDLE;
    if (idle) {
        s->state = WORK;
        s->a = a;
        s->first = first;
        s->end = end;
    }
    unlock_state(s);
    return idle;
}

/* Gives a part of the array to an idle thread. False: there is none. */
static bool allocate_thread(struct common *c, int *a, int first, int end)
{
    struct sorter *found = NULL;
    pthread_mutex_lock(&c->allocation);
    for (int i = 0; i < THREADS && !found; i++)
        if (take_if_idle(&c->pool[i], a, first, end))
            found = &c->pool[i];
    if (found)
        c->idle_threads--;
    pthread_mutex_unlock(&c->allocation);
    if (found)
        notify(found);
    return found;
}

static enum state state_of(struct sorter *s)
{
    lock_state(s);
    enum state state = s->state;
    unlock_state(s);
    return state;
}

/* --- sorting ---------------------------------------------------------------------------------------------------------------- */

static void swap(int *a, int *b)
{
    int kept = *a;
    *a = *b;
    *b = kept;
}

static void insertion_sort(int *a, int n)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && a[j - 1] > a[j]; j--)
            swap(&a[j - 1], &a[j]);
}

static int median(const int *a, int i, int j, int k)
{
    if (a[i] < a[j])
        return a[j] < a[k] ? j : a[i] < a[k] ? k : i;
    return a[j] > a[k] ? j : a[i] < a[k] ? i : k;
}

/* What is before the result is not larger than the element there, what is behind it not smaller. */
static int partition(int *a, int n)
{
    int boundary = 0;
    swap(&a[n - 1], &a[median(a, 0, n / 2, n - 1)]);
    for (int i = 0; i < n - 1; i++)
        if (a[i] < a[n - 1])
            swap(&a[i], &a[boundary++]);
    swap(&a[n - 1], &a[boundary]);
    return boundary;
}

static void sort(struct common *c, int *a, int first, int end)
{
    while (end - first >= INSERTION) {
        int middle = first + partition(a + first, end - first);
        bool worth_it = middle - first > c->fork_elements && end - middle - 1 > c->fork_elements;
        if (!worth_it || !allocate_thread(c, a, first, middle))
            sort(c, a, first, middle);
        first = middle + 1;
    }
    insertion_sort(a + first, end - first);
}

/* --- threads ---------------------------------------------------------------------------------------------------------------- */

static void terminate_others(struct common *c, const struct sorter *self)
{
    for (int i = 0; i < THREADS; i++) {
        struct sorter *s = &c->pool[i];
        if (s == self)
            continue;
        pthread_mutex_lock(&s->lock);
        s->state = TERM;
        pthread_cond_signal(&s->changed);
        pthread_mutex_unlock(&s->lock);
    }
}

/* True: all are idle, and the array is sorted. */
static bool become_idle(struct common *c, struct sorter *s)
{
    pthread_mutex_lock(&c->allocation);
    lock_state(s);
    s->state = IDLE;
    unlock_state(s);
    bool all = ++c->idle_threads == c->threads;
    if (all)
        terminate_others(c, s);
    pthread_mutex_unlock(&c->allocation);
    return all;
}

static void *sorter_thread(void *self)
{
    struct sorter *s = self;
    thread_starts();
    do {
        pthread_mutex_lock(&s->lock);
        while (s->state == IDLE)
            pthread_cond_wait(&s->changed, &s->lock);
        pthread_mutex_unlock(&s->lock);
        if (state_of(s) == TERM)
            return NULL;
        int end = s->end, first = s->first;
        sort(&common, s->a, first, end);
    } while (!become_idle(&common, s));
    return NULL;
}

static void start_work(struct common *c, struct sorter *s, int *a, int end)
{
    pthread_mutex_lock(&s->lock);
    s->a = a;
    s->first = 0;
    s->end = end;
    s->state = WORK;
    c->idle_threads--;
    pthread_cond_signal(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

static bool is_sorted(const int *a, int n)
{
    for (int i = 1; i < n; i++)
        if (a[i - 1] > a[i])
            return false;
    return true;
}

int main(void)
{
    unsigned random = 3;
    for (int i = 0; i < ELEMENTS; i++) {
        random = random * 1103515245 + 12345;
        array[i] = (int)(random >> 16) % ELEMENTS;
    }
    for (int i = 0; i < THREADS; i++) {
        struct sorter *s = &common.pool[i];
        pthread_mutex_init(&s->lock, NULL);
        pthread_cond_init(&s->changed, NULL);
        pthread_create(&s->thread, NULL, sorter_thread, s);
    }
    common.fork_elements = FORK_ELEMENTS;
    common.idle_threads = common.threads = THREADS;
    start_work(&common, &common.pool[0], array, ELEMENTS);
    for (int i = 0; i < THREADS; i++)
        pthread_join(common.pool[i].thread, NULL);
    assert(is_sorted(array, ELEMENTS)); /* BUG: not sorted */
    return 0;
}
