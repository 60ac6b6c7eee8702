/* Writers append to a buffer, and a checker empties it from time to time and counts what it has emptied. In the end as much must have
 * been emptied, or still be there, as the writers say that they have written.
 *
 * The bug: every second writer stores its value and moves the position without the lock, and locks only to count. What the checker
 * or another writer does to the position in between is undone. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

#ifndef WRITERS
#define WRITERS 3
#endif
#ifndef ROUNDS
#define ROUNDS 10
#endif
#ifndef SIZE
#define SIZE 1000
#endif

struct buffer {
    pthread_mutex_t lock;
    int             array[SIZE];
    int             position;
    int             count;   /* values written, as the writers say */
    int             emptied; /* values that the checker has taken out */
    bool            stop;
};

struct writer {
    pthread_t thread;
    int       number;
};

static struct buffer buffer = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void append(struct buffer *b, int value)
{
    int at = b->position;
    b->array[at] = value;
    sched_yield();
    b->position = at + 1;
}

static void write_synchronized(struct buffer *b, int value)
{
    pthread_mutex_lock(&b->lock);
    append(b, value);
    b->count++;
    pthread_mutex_unlock(&b->lock);
}

#ifndef FIXED
static void write_unsynchronized(struct buffer *b, int value)
{
    append(b, value);
    pthread_mutex_lock(&b->lock);
    b->count++;
    pthread_mutex_unlock(&b->lock);
}
#endif

static void *write_values(void *argument)
{
    struct writer *self = argument;
    for (int i = 0; i < ROUNDS; i++) {
#ifndef FIXED
        if (self->number % 2 == 1) {
            write_unsynchronized(&buffer, self->number);
            continue;
        }
#endif
        write_synchronized(&buffer, self->number);
    }
    return NULL;
}

static void *check(void *unused)
{
    bool stop = false;
    while (!stop) {
        pthread_mutex_lock(&buffer.lock);
        buffer.emptied += buffer.position;
        buffer.position = 0;
        stop = buffer.stop;
        pthread_mutex_unlock(&buffer.lock);
        sched_yield();
    }
    return unused;
}

int main(void)
{
    struct writer writer[WRITERS];
    pthread_t checker;
    pthread_create(&checker, NULL, check, NULL);
    for (int i = 0; i < WRITERS; i++) {
        writer[i].number = i;
        pthread_create(&writer[i].thread, NULL, write_values, &writer[i]);
    }
    for (int i = 0; i < WRITERS; i++)
        pthread_join(writer[i].thread, NULL);
    pthread_mutex_lock(&buffer.lock);
    buffer.stop = true;
    pthread_mutex_unlock(&buffer.lock);
    pthread_join(checker, NULL);
    assert(buffer.count == buffer.emptied + buffer.position); /* BUG: values are lost, or there twice */
    return 0;
}
