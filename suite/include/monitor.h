/* monitor.h - what every object has in Java: a lock that its owner may take again, and one condition to wait for.
 *
 * Programs that model Java programs use it. monitor_wait gives up the lock once: whoever waits holds it once. */
#ifndef MONITOR_H
#define MONITOR_H

#include <pthread.h>

struct monitor {
    pthread_mutex_t lock;
    pthread_cond_t  changed;
};

static inline void monitor_init(struct monitor *m)
{
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m->lock, &recursive);
    pthread_mutexattr_destroy(&recursive);
    pthread_cond_init(&m->changed, NULL);
}

static inline void monitor_enter(struct monitor *m) { pthread_mutex_lock(&m->lock); }
static inline void monitor_exit(struct monitor *m) { pthread_mutex_unlock(&m->lock); }
static inline void monitor_wait(struct monitor *m) { pthread_cond_wait(&m->changed, &m->lock); }
static inline void monitor_notify(struct monitor *m) { pthread_cond_signal(&m->changed); }
static inline void monitor_notify_all(struct monitor *m) { pthread_cond_broadcast(&m->changed); }

#endif
