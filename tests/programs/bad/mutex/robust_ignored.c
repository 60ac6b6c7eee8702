// expect: bug assertion "total == 2"
// The thread that gets a robust mutex whose holder has ended takes what it finds as if it were whole.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int half, total;

static void *dies(void *unused)
{
    pthread_mutex_lock(&mutex);
    half = 1;
    if (total == 0)
        return unused; /* with the mutex locked */
    total = 2;
    half = 0;
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *uses(void *unused)
{
    pthread_mutex_lock(&mutex);
    if (half)
        assert(total == 2); // BUG HERE
    total = 1;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mutex, &attributes);
    pthread_create(&a, NULL, dies, NULL);
    pthread_create(&b, NULL, uses, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
