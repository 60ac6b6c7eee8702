/* A wait in an if, in a function that counts who waits. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t  filled = PTHREAD_COND_INITIALIZER;
static int             items, waiters;

static void *take(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    if (items == 0) {
        waiters++;
        pthread_cond_wait(&filled, &lock);
        waiters--;
    }
    assert(items > 0);
    items--;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void put(void)
{
    pthread_mutex_lock(&lock);
    items++;
    if (waiters > 0)
        pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, take, NULL);
    put();
    put();
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return items;
}
