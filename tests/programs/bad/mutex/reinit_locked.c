// expect: bug misuse "init"
// A mutex is initialized again, lazily, while another thread may hold it.
#include <pthread.h>

static pthread_mutex_t lock;
static volatile int initialized;

static void *work(void *unused)
{
    if (!initialized) {
        pthread_mutex_init(&lock, NULL); // BUG HERE
        initialized = 1;
    }
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
