/* Counters: one is updated under a lock by one thread and without by the other. */
#include <pthread.h>

static struct {
    pthread_mutex_t lock;
    int             requests, errors;
} statistics = {PTHREAD_MUTEX_INITIALIZER, 0, 0};

static void *handle(void *unused)
{
    pthread_mutex_lock(&statistics.lock);
    statistics.requests++;
    pthread_mutex_unlock(&statistics.lock);
    return unused;
}

static void *fail(void *unused)
{
    statistics.requests++;
    statistics.errors++;
    return unused;
}

int main(void)
{
    pthread_t thread[2];
    pthread_create(&thread[0], NULL, handle, NULL);
    pthread_create(&thread[1], NULL, fail, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
