/* Passengers of an airline: some threads fill the seats of a plane, others empty them. The seats are a ring, in which one is always
 * free, with one monitor. When all have boarded, the list of passengers is closed, and no more may be missing than have a seat.
 *
 * The bug: who finds the plane full waits once, and does not look again after that. Another one may have taken the free seat in
 * the meantime; then a passenger is overwritten, and the full ring looks like an empty one. */
#include <assert.h>
#include <pthread.h>

#ifndef SEATS
#define SEATS 2
#endif
#ifndef PRODUCERS
#define PRODUCERS 4
#endif
#ifndef CONSUMERS
#define CONSUMERS 4
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

#define PASSENGERS (PRODUCERS * ROUNDS)

struct plane {
    pthread_mutex_t lock;
    pthread_cond_t  changed;
    int             seat[SEATS]; /* number of a passenger; 0: free */
    int             first, last; /* the next to be emptied, to be filled */
    int             to_fill, to_empty;
};

static struct plane plane = {.lock = PTHREAD_MUTEX_INITIALIZER,
    .changed = PTHREAD_COND_INITIALIZER,
    .to_fill = PASSENGERS,
    .to_empty = PASSENGERS};

static int full(const struct plane *p) { return (p->last + 1) % SEATS == p->first; }

static void close_list(const struct plane *p) { assert(p->to_empty < SEATS); /* BUG: passengers are lost */ }

static void fill(struct plane *p, int passenger)
{
    pthread_mutex_lock(&p->lock);
#ifdef FIXED
    while (full(p))
#else
    if (full(p))
#endif
        pthread_cond_wait(&p->changed, &p->lock);
    p->seat[p->last] = passenger;
    if (--p->to_fill == 0)
        close_list(p);
    p->last = (p->last + 1) % SEATS;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

static int empty(struct plane *p)
{
    pthread_mutex_lock(&p->lock);
    while (p->first == p->last)
        pthread_cond_wait(&p->changed, &p->lock);
    int passenger = p->seat[p->first];
    p->seat[p->first] = 0;
    p->to_empty--;
    p->first = (p->first + 1) % SEATS;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    return passenger;
}

static void *produce(void *unused)
{
    for (int i = 0; i < ROUNDS; i++)
        fill(&plane, i + 1);
    return unused;
}

static void *consume(void *unused)
{
    for (int i = 0; i < PASSENGERS / CONSUMERS; i++)
        empty(&plane);
    return unused;
}

int main(void)
{
    pthread_t thread[PRODUCERS + CONSUMERS];
    for (int i = 0; i < PRODUCERS; i++)
        pthread_create(&thread[i], NULL, produce, NULL);
    for (int i = 0; i < CONSUMERS; i++)
        pthread_create(&thread[PRODUCERS + i], NULL, consume, NULL);
    for (int i = 0; i < PRODUCERS + CONSUMERS; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
