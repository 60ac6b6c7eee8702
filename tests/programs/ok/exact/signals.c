// expect: verified
// states: 60
// transitions: 137
// ends: 1
// only: -O0
// Two threads wait for a flag, a third one sets it and broadcasts: wait, wake up and broadcast as three different steps.
// (clang -O1 has two places for the test of the flag.) Numbers: tests/lib/count_states.py.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int flag;

static void *waiter(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!flag)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *setter(void *unused)
{
    pthread_mutex_lock(&lock);
    flag = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, i < 2 ? waiter : setter, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
