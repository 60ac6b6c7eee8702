/* One condition for two things: who waits for the one is woken for the other, and does not look. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int loaded, stopped;

static void *use(void *unused)
{
    pthread_mutex_lock(&lock);
    if (!loaded)
        pthread_cond_wait(&changed, &lock);
    assert(loaded);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *stop(void *unused)
{
    pthread_mutex_lock(&lock);
    stopped = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *load(void *unused)
{
    pthread_mutex_lock(&lock);
    loaded = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, use, NULL);
    pthread_create(&t[1], NULL, stop, NULL);
    pthread_create(&t[2], NULL, load, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return !stopped;
}
