// expect: bug misuse "unlock"
// An error path unlocks a second time.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items = 1;

static int take(void)
{
    pthread_mutex_lock(&lock);
    if (items == 0) {
        pthread_mutex_unlock(&lock);
        goto out;
    }
    items--;
    pthread_mutex_unlock(&lock);
    return 1;
out:
    pthread_mutex_unlock(&lock); // BUG HERE
    return 0;
}

static void *work(void *unused)
{
    take();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    take();
    return 0;
}
