// expect: verified
// A pool of records in one block, with a free list through them.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

union record { union record *next; long value; };
static union record *pool, *unused_records;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static union record *get(void)
{
    pthread_mutex_lock(&lock);
    union record *r = unused_records;
    unused_records = r->next;
    pthread_mutex_unlock(&lock);
    return r;
}

static void put(union record *r)
{
    pthread_mutex_lock(&lock);
    r->next = unused_records;
    unused_records = r;
    pthread_mutex_unlock(&lock);
}

static void *work(void *argument)
{
    union record *r = get();
    r->value = (long)argument;
    assert(r->value == (long)argument);
    put(r);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pool = calloc(2, sizeof *pool);
    pool[0].next = &pool[1];
    unused_records = pool;
    pthread_create(&t, NULL, work, (void *)1);
    work((void *)2);
    pthread_join(t, NULL);
    free(pool);
    return 0;
}
