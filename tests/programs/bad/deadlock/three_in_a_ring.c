// expect: bug deadlock "partial: thread 1 waits in spin lock, thread 2 waits in spin lock, thread 3 waits in spin lock"
#include <pthread.h>

static pthread_spinlock_t fork_[3];

static void *philosopher(void *argument)
{
    long i = (long)argument;
    pthread_spin_lock(&fork_[i]);
    pthread_spin_lock(&fork_[(i + 1) % 3]); // BUG HERE
    pthread_spin_unlock(&fork_[(i + 1) % 3]);
    pthread_spin_unlock(&fork_[i]);
    return NULL;
}

int main(void)
{
    pthread_t t;
    for (int i = 0; i < 3; i++)
        pthread_spin_init(&fork_[i], PTHREAD_PROCESS_PRIVATE);
    for (long i = 0; i < 3; i++)
        pthread_create(&t, NULL, philosopher, (void *)i);
    return 0;
}
