/* striped_set.c - see striped_set.h. The size is a sum that is made stripe by stripe: of no single moment, without -DFIXED. */
#include "striped_set.h"

#include <pthread.h>
#include <stdlib.h>

enum { STRIPES = 4, KEYS = 16 };

struct stripe {
    pthread_mutex_t lock;
    int  size;
    bool in[KEYS / STRIPES];
};

struct striped_set {
    struct stripe stripe[STRIPES];
};

struct striped_set *striped_set_new(void)
{
    struct striped_set *s = calloc(1, sizeof *s);
    for (int i = 0; i < STRIPES; i++)
        pthread_mutex_init(&s->stripe[i].lock, NULL);
    return s;
}

void striped_set_free(struct striped_set *s)
{
    free(s);
}

static struct stripe *lock(const struct striped_set *s, int number)
{
    struct stripe *stripe = (struct stripe *)&s->stripe[number];
    pthread_mutex_lock(&stripe->lock);
    return stripe;
}

static void unlock(struct stripe *stripe)
{
    pthread_mutex_unlock(&stripe->lock);
}

/* Is it there now? The result: it was not so before. */
static bool put(struct striped_set *s, int key, bool in)
{
    struct stripe *stripe = lock(s, key % STRIPES);
    bool changes = stripe->in[key / STRIPES] != in;
    stripe->in[key / STRIPES] = in;
    stripe->size += changes ? in ? 1 : -1 : 0;
    unlock(stripe);
    return changes;
}

bool striped_set_add(struct striped_set *s, int key)
{
    return put(s, key, true);
}

bool striped_set_remove(struct striped_set *s, int key)
{
    return put(s, key, false);
}

bool striped_set_contains(const struct striped_set *s, int key)
{
    struct stripe *stripe = lock(s, key % STRIPES);
    bool in = stripe->in[key / STRIPES];
    unlock(stripe);
    return in;
}

#ifdef FIXED
int striped_set_size(const struct striped_set *s)
{
    int size = 0;
    for (int i = 0; i < STRIPES; i++)
        size += lock(s, i)->size;
    for (int i = 0; i < STRIPES; i++)
        unlock((struct stripe *)&s->stripe[i]);
    return size;
}
#else
int striped_set_size(const struct striped_set *s)
{
    int size = 0;
    for (int i = 0; i < STRIPES; i++) {
        struct stripe *stripe = lock(s, i);
        size += stripe->size;
        unlock(stripe);
    }
    return size;
}
#endif
