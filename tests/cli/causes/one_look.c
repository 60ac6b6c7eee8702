/* A wait in an `if`: who is woken finds what another one has left. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;

static void *take(void *unused)
{
    pthread_mutex_lock(&lock);
    if (items == 0)
        pthread_cond_wait(&filled, &lock);
    items--;
    assert(items >= 0);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *put(void *unused)
{
    pthread_mutex_lock(&lock);
    items += 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, take, NULL);
    pthread_create(&t[1], NULL, take, NULL);
    pthread_create(&t[2], NULL, put, NULL);
    pthread_join(t[2], NULL);
    put(NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
