// expect: bug deadlock
// One condition variable for two conditions: the signal may wake the thread that cannot use it.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int value;

static void *wait_for(void *target)
{
    pthread_mutex_lock(&lock);
    while (value < (int)(long)target)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void step(void)
{
    pthread_mutex_lock(&lock);
    value++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, wait_for, (void *)1L);
    pthread_create(&b, NULL, wait_for, (void *)2L);
    step();
    step();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
