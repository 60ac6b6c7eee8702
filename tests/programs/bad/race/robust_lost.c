// expect: bug race "count"
// A robust mutex that nobody gets any more orders nothing.
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int count;

static void *work(void *unused)
{
    int error = pthread_mutex_lock(&mutex);
    if (error == EOWNERDEAD || error == ENOTRECOVERABLE)
        count++; // RACE
    if (error != ENOTRECOVERABLE)
        pthread_mutex_unlock(&mutex);
    return unused;
}

static void *dies(void *unused)
{
    pthread_mutex_lock(&mutex);
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
    pthread_join(a, NULL);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
