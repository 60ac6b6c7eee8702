/* A wait with a time limit whose result nobody looks at. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static struct {
    pthread_mutex_t lock;
    pthread_cond_t  arrived;
    int             mail;
} box = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

static void *postman(void *unused)
{
    pthread_mutex_lock(&box.lock);
    box.mail = 1;
    pthread_cond_signal(&box.arrived);
    pthread_mutex_unlock(&box.lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec++;
    pthread_create(&thread, NULL, postman, NULL);
    pthread_mutex_lock(&box.lock);
    if (!box.mail)
        pthread_cond_timedwait(&box.arrived, &box.lock, &limit);
    assert(box.mail == 1);
    pthread_mutex_unlock(&box.lock);
    pthread_join(thread, NULL);
    return 0;
}
