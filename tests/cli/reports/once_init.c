/* Double-checked initialization: the flag is set before the object is complete. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct config {
    int port;
    int workers;
};

static struct config    config;
static atomic_bool      ready;
static pthread_mutex_t  lock = PTHREAD_MUTEX_INITIALIZER;

static struct config *get_config(void)
{
    if (!atomic_load_explicit(&ready, memory_order_acquire)) {
        pthread_mutex_lock(&lock);
        if (!atomic_load_explicit(&ready, memory_order_relaxed)) {
            config.port = 80;
            atomic_store_explicit(&ready, 1, memory_order_release);
            config.workers = 4;
        }
        pthread_mutex_unlock(&lock);
    }
    return &config;
}

static void *serve(void *unused)
{
    struct config *c = get_config();
    assert(c->workers > 0);
    return unused;
}

int main(void)
{
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, serve, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
