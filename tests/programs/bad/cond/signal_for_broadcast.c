// expect: bug deadlock
// One signal for two waiters: the second one sleeps on.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gate = PTHREAD_COND_INITIALIZER;
static int open_now;

static void *guest(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!open_now)
        pthread_cond_wait(&gate, &lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, guest, NULL);
    pthread_create(&b, NULL, guest, NULL);
    pthread_mutex_lock(&lock);
    open_now = 1;
    pthread_cond_signal(&gate);
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
