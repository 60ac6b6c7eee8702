/* A wait in an if, and another line that looks again: woken without an item, it counts on the flag, which is set too late. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t  changed = PTHREAD_COND_INITIALIZER, asleep = PTHREAD_COND_INITIALIZER;
static int             items, sleepers, closed;

static void *take(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    if (items == 0) {
        sleepers++;
        pthread_cond_signal(&asleep);
        pthread_cond_wait(&changed, &lock);
        if (items == 0)
            assert(closed);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void finish(void)
{
    pthread_mutex_lock(&lock);
    while (sleepers == 0)
        pthread_cond_wait(&asleep, &lock);
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    closed = 1;
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, take, NULL);
    finish();
    pthread_join(t, NULL);
    return 0;
}
