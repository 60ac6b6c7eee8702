/* Two posts are waited for, and a thread that is told to stop leaves without its own. */
#include <pthread.h>
#include <semaphore.h>
static sem_t done;
static int stop;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *p)
{
    pthread_mutex_lock(&lock);
    int stopped = stop;
    pthread_mutex_unlock(&lock);
    if (!stopped)
        sem_post(&done);
    return p;
}
int main(void)
{
    pthread_t t[2];
    sem_init(&done, 0, 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, 0);
    sem_wait(&done);
    pthread_mutex_lock(&lock);
    stop = 1;
    pthread_mutex_unlock(&lock);
    sem_wait(&done);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
