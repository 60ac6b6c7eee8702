/* crowd.h - with -include, before anything else of a program: threads that wait for ever, so that those of the program have numbers beyond
 * the first word of a set (model/threadset.h). They wait from the moment that they exist, and add no states. */
#include <pthread.h>

#ifndef CROWD
#define CROWD 62
#endif

static pthread_mutex_t crowd_lock = PTHREAD_MUTEX_INITIALIZER;

static void *crowd_wait(void *unused)
{
    pthread_mutex_lock(&crowd_lock);
    return unused;
}

__attribute__((constructor)) static void crowd_begin(void)
{
    pthread_t thread;
    pthread_mutex_lock(&crowd_lock);
    for (int i = 0; i < CROWD; i++)
        pthread_create(&thread, NULL, crowd_wait, NULL);
}
