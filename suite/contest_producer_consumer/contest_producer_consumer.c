/* Producers and consumers around a bounded buffer with one monitor. When the production is over the buffer is halted, and consumers
 * that find it empty leave.
 *
 * The bug: the first producer to finish halts the buffer for all of them. Consumers leave while others still produce, and what comes
 * later is never consumed. Besides, each consumer counts under a lock of its own. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef PRODUCERS
#define PRODUCERS 3
#endif
#ifndef CONSUMERS
#define CONSUMERS 3
#endif
#ifndef COUNT
#define COUNT 4
#endif
#ifndef SLOTS
#define SLOTS 5
#endif

enum { GETS = 10 }; /* a consumer takes no more than so many items */

struct buffer {
    pthread_mutex_t lock;
    pthread_cond_t  changed;
    int             slot[SLOTS]; /* 0: empty */
    int             put_at, get_at, used;
    int             producing; /* producers that have not finished */
    bool            halted;
};

struct consumer {
    pthread_t       thread;
    pthread_mutex_t lock;
};

static struct buffer buffer = {
    .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER, .producing = PRODUCERS};
static int total;

static void put(struct buffer *b, int item)
{
    pthread_mutex_lock(&b->lock);
    while (b->used == SLOTS)
        pthread_cond_wait(&b->changed, &b->lock);
    b->slot[b->put_at] = item;
    b->put_at = (b->put_at + 1) % SLOTS;
    if (b->used == 0)
        pthread_cond_broadcast(&b->changed);
    b->used++;
    pthread_mutex_unlock(&b->lock);
}

/* An item; 0 if there is none and none will come. */
static int get(struct buffer *b)
{
    pthread_mutex_lock(&b->lock);
    while (b->used == 0 && !b->halted)
        pthread_cond_wait(&b->changed, &b->lock);
    int item = 0;
    if (b->used > 0) {
        item = b->slot[b->get_at];
        b->slot[b->get_at] = 0;
        b->get_at = (b->get_at + 1) % SLOTS;
        if (b->used == SLOTS)
            pthread_cond_broadcast(&b->changed);
        b->used--;
    }
    pthread_mutex_unlock(&b->lock);
    return item;
}

static void halt(struct buffer *b)
{
    pthread_mutex_lock(&b->lock);
#ifdef FIXED
    b->producing--;
    b->halted = b->producing == 0;
#else
    b->halted = true;
#endif
    pthread_cond_broadcast(&b->changed);
    pthread_mutex_unlock(&b->lock);
}

static void *produce(void *unused)
{
    for (int i = 0; i < COUNT; i++)
        put(&buffer, 1);
    halt(&buffer);
    return unused;
}

static void count(struct consumer *self, int items)
{
#ifdef FIXED
    pthread_mutex_t *lock = &buffer.lock;
    (void)self;
#else
    pthread_mutex_t *lock = &self->lock;
#endif
    pthread_mutex_lock(lock);
    total += items;
    pthread_mutex_unlock(lock);
}

static void *consume(void *consumer)
{
    for (int i = 0; i < GETS; i++) {
        int item = get(&buffer);
        if (item == 0)
            break;
        count(consumer, item);
    }
    return NULL;
}

int main(void)
{
    pthread_t producer[PRODUCERS];
    static struct consumer consumer[CONSUMERS];
    for (int i = 0; i < PRODUCERS; i++)
        pthread_create(&producer[i], NULL, produce, NULL);
    for (int i = 0; i < CONSUMERS; i++) {
        pthread_mutex_init(&consumer[i].lock, NULL);
        pthread_create(&consumer[i].thread, NULL, consume, &consumer[i]);
    }
    for (int i = 0; i < CONSUMERS; i++)
        pthread_join(consumer[i].thread, NULL);
#ifdef FIXED
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(producer[i], NULL);
#endif
    assert(total == PRODUCERS * COUNT); /* BUG: consumers left too early */
    return 0;
}
