// expect: bug misuse
// A normal mutex is locked again by the thread that holds it, through a helper that locks for itself.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void add(int n)
{
    pthread_mutex_lock(&lock); // BUG HERE
    total += n;
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    if (total > 0)
        add(1);
    total++;
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
