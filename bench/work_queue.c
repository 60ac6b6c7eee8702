/* work_queue.c - THREADS threads take ITEMS items from a queue under a lock. Work on an item is on its own cell, with a lock of its own;
 * what is done is counted under a third lock. */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef ITEMS
#define ITEMS 3
#endif

static pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER, count = PTHREAD_MUTEX_INITIALIZER;
static struct { pthread_mutex_t lock; int result; } item[ITEMS];
static int next, done;

static int take(void)
{
    pthread_mutex_lock(&queue);
    int i = next < ITEMS ? next++ : -1;
    pthread_mutex_unlock(&queue);
    return i;
}

static void *work(void *unused)
{
    for (int i; (i = take()) >= 0;) {
        pthread_mutex_lock(&item[i].lock);
        item[i].result += i + 1;
        pthread_mutex_unlock(&item[i].lock);
        pthread_mutex_lock(&count);
        done++;
        pthread_mutex_unlock(&count);
    }
    return unused;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < ITEMS; i++)
        pthread_mutex_init(&item[i].lock, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    assert(done == ITEMS);
    for (int i = 0; i < ITEMS; i++)
        assert(item[i].result == i + 1);
    return 0;
}
