// expect: bug deadlock
// Four dining philosophers, all left-handed.
#include <pthread.h>

enum { N = 4 };
static pthread_mutex_t fork_of[N];

static void *dine(void *argument)
{
    int me = (int)(long)argument;
    pthread_mutex_lock(&fork_of[me]);
    pthread_mutex_lock(&fork_of[(me + 1) % N]);
    pthread_mutex_unlock(&fork_of[(me + 1) % N]);
    pthread_mutex_unlock(&fork_of[me]);
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&fork_of[i], NULL);
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, dine, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
