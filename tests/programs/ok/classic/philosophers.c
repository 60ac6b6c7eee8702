// expect: verified
// states: 1008
// transitions: 2952
// ends: 1
// Four dining philosophers; the last one takes his forks the other way round.
// Numbers: tests/lib/count_states.py.
#include <pthread.h>

enum { N = 4 };
static pthread_mutex_t fork_of[N];

static void *dine(void *argument)
{
    int me = (int)(long)argument;
    int first = me < N - 1 ? me : 0, second = me < N - 1 ? me + 1 : me;
    pthread_mutex_lock(&fork_of[first]);
    pthread_mutex_lock(&fork_of[second]);
    pthread_mutex_unlock(&fork_of[second]);
    pthread_mutex_unlock(&fork_of[first]);
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
