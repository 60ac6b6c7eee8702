// expect: verified
// A thread that waits for work when the program ends is no deadlock.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work_to_do = PTHREAD_COND_INITIALIZER;
static int jobs;

static void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    for (;;) {
        while (jobs == 0)
            pthread_cond_wait(&work_to_do, &lock);
        jobs--;
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    jobs++;
    pthread_cond_signal(&work_to_do);
    pthread_mutex_unlock(&lock);
    return 0;
}
