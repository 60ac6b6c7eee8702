/* service.c - a pool of workers on the heap, with jobs, a table of connections and a ring of samples: a lost update of `done`. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum job_state { JOB_NEW, JOB_RUNNING, JOB_DONE };

struct job {
    enum job_state state;
    struct job *next;
};

typedef struct {
    const char *host;
    double load;
    char tag;
    uint8_t hops;
    int8_t delta;
} Session;

struct connection {
    enum { CLOSED, OPEN } state;
    Session *session;
    void (*on_close)(Session *);
    unsigned ready : 1, closing : 1;
};

struct sample {
    float value;
    short part[2];
};

struct ring {
    unsigned head;
    struct sample slots[];
};

struct pool {
    pthread_mutex_t lock;
    bool stopping;
    struct job *head;
    struct connection *connections;
    struct ring *ring;
    int *counts;
    int done;
};

static void drop(Session *s)
{
    s->host = NULL;
}

static void push(struct pool *p)
{
    struct job *j = malloc(sizeof *j);
    j->state = JOB_NEW;
    j->next = p->head;
    p->head = j;
}

static void serve(struct connection *c, struct ring *r)
{
    c->state = OPEN;
    c->session->host = "localhost";
    c->session->load = 1.5;
    c->session->tag = 'x';
    c->session->hops = 200;
    c->session->delta = -3;
    c->on_close = drop;
    struct sample *s = &r->slots[1];
    s->value = 0.25f;
    s->part[1] = -7;
}

static void *worker(void *user)
{
    struct pool *pool = user;
    pthread_mutex_lock(&pool->lock);
    struct job *job = pool->head;
    pool->head = job->next;
    pthread_mutex_unlock(&pool->lock);
    job->state = JOB_RUNNING;
    pool->done++;
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    struct pool *pool = calloc(1, sizeof *pool);
    pthread_mutex_init(&pool->lock, NULL);
    push(pool);
    push(pool);
    pool->connections = calloc(3, sizeof(struct connection));
    pool->connections[2].session = (Session *)calloc(1, sizeof(Session));
    pool->ring = calloc(1, sizeof *pool->ring + 4 * sizeof(struct sample));
    pool->counts = calloc(4, sizeof(int));
    pthread_create(&t[0], NULL, worker, pool);
    serve(&pool->connections[2], pool->ring);
    pool->counts[3] = 5;
    pool->stopping = true;
    pthread_create(&t[1], NULL, worker, pool);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(pool->done == 2);
    return 0;
}
