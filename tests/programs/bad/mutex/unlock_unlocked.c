// expect: bug misuse "unlock"
// A function unlocks when it fails, and so does its caller.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items = 1;

static int take(void)
{
    pthread_mutex_lock(&lock);
    int found = items > 0;
    items -= found;
    pthread_mutex_unlock(&lock);
    return found;
}

static void *work(void *unused)
{
    if (!take())
        pthread_mutex_unlock(&lock); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    work(NULL);
    return 0;
}
