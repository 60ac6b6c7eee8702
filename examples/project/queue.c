#include <assert.h>
#include <pthread.h>

#include "queue.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items[2], count;

void queue_put(int item)
{
    pthread_mutex_lock(&lock);
    items[count++] = item;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

int queue_get(void)
{
    pthread_mutex_lock(&lock);
    if (count == 0)
        pthread_cond_wait(&changed, &lock);
    assert(count > 0);
    int item = items[--count];
    pthread_mutex_unlock(&lock);
    return item;
}
