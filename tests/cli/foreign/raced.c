/* raced.c - a function without hooks fills an array while another thread reads it. */
#include "helper.h"

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int array[4];

static void lock(void)
{
#ifdef LOCK
    pthread_mutex_lock(&mutex);
#endif
}

static void unlock(void)
{
#ifdef LOCK
    pthread_mutex_unlock(&mutex);
#endif
}

static void *writer(void *unused)
{
    lock();
    helper_fill(array, 4, 7);
    unlock();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    lock();
    int seen = array[2];
    unlock();
    pthread_join(thread, NULL);
    (void)mutex;
    return seen == 0 || seen == 7 ? 0 : 1;
}
