// expect: bug misuse "a mutex is marked as consistent by thread 0, which does not hold it"
// Only whoever has got the mutex may say that what it guards is whole again.
#include <pthread.h>

static pthread_mutex_t mutex;

static void *dies(void *unused)
{
    pthread_mutex_lock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mutex, &attributes);
    pthread_create(&thread, NULL, dies, NULL);
    pthread_join(thread, NULL);
    pthread_mutex_consistent(&mutex); // BUG HERE
    return 0;
}
