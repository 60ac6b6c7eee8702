/* Objects that communicate by asynchronous calls. Every object lives in a region, which one worker owns: it executes the calls that
 * were posted into the region's inbox, one after the other, and goes to sleep when there are none. A producer posts CALLS calls to the
 * first region; each call posts another one to the next region, and the last region hands them to the consumer, which waits for all.
 *
 * The bug: post() takes a short way round the lock of a region whose worker is running, for that worker will look into the
 * inbox again. But it looks whether the worker is running before it puts the call there. In between the worker may find the
 * inbox empty and go to sleep; then nobody executes the call. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef REGIONS
#define REGIONS 2
#endif
#ifndef CALLS
#define CALLS 3
#endif

enum state { IDLE, SCHEDULED, RUNNING };

struct region {
    pthread_t       worker;
    pthread_mutex_t lock;
    pthread_cond_t  scheduled;
    _Atomic int     state; /* enum state; written with the lock only */
    bool            closed;
    _Atomic int     inbox; /* calls that wait: all are the same, so their number is enough */
    struct region  *next; /* to which a call posts another one; NULL: to the consumer */
};

static struct region region[REGIONS];

static pthread_mutex_t consumer_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int received;

/* With the lock of the region. */
static void wake(struct region *r)
{
    if (r->state == IDLE) {
        r->state = SCHEDULED;
        pthread_cond_signal(&r->scheduled);
    }
}

#ifdef FIXED

static void post(struct region *r)
{
    r->inbox++;
    if (r->state == RUNNING)
        return;
    pthread_mutex_lock(&r->lock);
    wake(r);
    pthread_mutex_unlock(&r->lock);
}

#else

static void post(struct region *r)
{
    if (r->state == RUNNING) {
        r->inbox++; /* may come after the last look of the worker */
        return;
    }
    pthread_mutex_lock(&r->lock);
    r->inbox++;
    wake(r);
    pthread_mutex_unlock(&r->lock);
}

#endif

static void execute(struct region *r)
{
    if (r->next) {
        post(r->next);
        return;
    }
    pthread_mutex_lock(&consumer_lock);
    if (++received == CALLS)
        pthread_cond_signal(&arrived);
    pthread_mutex_unlock(&consumer_lock);
}

/* Takes ownership as soon as there are calls. False if there will be none. */
static bool own(struct region *r)
{
    pthread_mutex_lock(&r->lock);
    while (r->state != SCHEDULED && !r->closed)
        pthread_cond_wait(&r->scheduled, &r->lock);
    bool owned = r->state == SCHEDULED;
    if (owned)
        r->state = RUNNING;
    pthread_mutex_unlock(&r->lock);
    return owned;
}

/* Gives ownership up, and then looks into the inbox once more, for those who saw the worker running. */
static void disown(struct region *r)
{
    pthread_mutex_lock(&r->lock);
    r->state = IDLE;
    if (r->inbox > 0)
        wake(r);
    pthread_mutex_unlock(&r->lock);
}

static void *work(void *argument)
{
    struct region *r = argument;
    while (own(r)) {
        while (r->inbox > 0) {
            r->inbox--; /* nobody else does */
            execute(r);
        }
        disown(r);
    }
    return NULL;
}

static void region_open(struct region *r, struct region *next)
{
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->scheduled, NULL);
    r->next = next;
    pthread_create(&r->worker, NULL, work, r);
}

static void region_close(struct region *r)
{
    pthread_mutex_lock(&r->lock);
    r->closed = true;
    pthread_cond_signal(&r->scheduled);
    pthread_mutex_unlock(&r->lock);
    pthread_join(r->worker, NULL);
}

static void *produce(void *unused)
{
    for (int i = 0; i < CALLS; i++)
        post(&region[0]);
    return unused;
}

static void *consume(void *unused)
{
    pthread_mutex_lock(&consumer_lock);
    while (received < CALLS) /* for ever, if a call is lost */
        pthread_cond_wait(&arrived, &consumer_lock);
    pthread_mutex_unlock(&consumer_lock);
    return unused;
}

int main(void)
{
    pthread_t producer, consumer;
    for (int i = REGIONS - 1; i >= 0; i--)
        region_open(&region[i], i + 1 < REGIONS ? &region[i + 1] : NULL);
    pthread_create(&consumer, NULL, consume, NULL);
    pthread_create(&producer, NULL, produce, NULL);
    pthread_join(producer, NULL);
    pthread_join(consumer, NULL);
    for (int i = 0; i < REGIONS; i++)
        region_close(&region[i]);
    return 0;
}
