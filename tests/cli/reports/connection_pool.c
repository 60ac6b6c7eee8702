/* A connection pool: get waits for a free connection, put gives it back. BUG: put checks `waiting` before it takes the lock. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum state { IDLE, BUSY, BROKEN };
struct connection { int id; enum state state; struct connection *next; };
struct pool {
    pthread_mutex_t lock;
    pthread_cond_t freed;
    struct connection *idle;
    int waiting, size;
};

static struct pool *pool_new(int size)
{
    struct pool *p = calloc(1, sizeof *p);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->freed, NULL);
    for (int i = 0; i < size; i++) {
        struct connection *c = malloc(sizeof *c);
        c->id = i;
        c->state = IDLE;
        c->next = p->idle;
        p->idle = c;
    }
    p->size = size;
    return p;
}

static struct connection *pool_get(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    while (!p->idle) {
        p->waiting++;
        pthread_cond_wait(&p->freed, &p->lock);
        p->waiting--;
    }
    struct connection *c = p->idle;
    p->idle = c->next;
    c->state = BUSY;
    pthread_mutex_unlock(&p->lock);
    return c;
}

static void pool_put(struct pool *p, struct connection *c)
{
    bool wake = p->waiting > 0;
    pthread_mutex_lock(&p->lock);
    c->state = IDLE;
    c->next = p->idle;
    p->idle = c;
    pthread_mutex_unlock(&p->lock);
    if (wake)
        pthread_cond_signal(&p->freed);
}

static void *client(void *pool)
{
    struct connection *c = pool_get(pool);
    assert(c->state == BUSY);
    pool_put(pool, c);
    return NULL;
}

int main(void)
{
    struct pool *pool = pool_new(1);
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, client, pool);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
