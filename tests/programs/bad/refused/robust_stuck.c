// expect: refused "after trylock has returned ENOTRECOVERABLE"
// The second lock waits for ever in glibc.
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;

static void *dies(void *unused)
{
    pthread_mutex_lock(&mutex);
    return unused;
}

static void *tries(void *unused)
{
    if (pthread_mutex_trylock(&mutex) == ENOTRECOVERABLE)
        pthread_mutex_lock(&mutex); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mutex, &attributes);
    pthread_t thread;
    pthread_create(&thread, NULL, dies, NULL);
    pthread_join(thread, NULL);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_create(&thread, NULL, tries, NULL);
    pthread_join(thread, NULL);
    return 0;
}
