// expect: verified
// Locks in two orders, but one side only tries.
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *unused)
{
    pthread_mutex_lock(&left);
    pthread_mutex_lock(&right);
    pthread_mutex_unlock(&right);
    pthread_mutex_unlock(&left);
    return unused;
}

static void *other(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&right);
        if (pthread_mutex_trylock(&left) == 0)
            break;
        pthread_mutex_unlock(&right);
    }
    pthread_mutex_unlock(&left);
    pthread_mutex_unlock(&right);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, one, NULL);
    other(NULL);
    pthread_join(t, NULL);
    return 0;
}
