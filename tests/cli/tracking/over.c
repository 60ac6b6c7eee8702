/* A lock for which another thread waits is made anew, by a plain write (SMALL) or by one of all of it, and the thread goes on: from there
 * on the other one is enabled. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int turn;

static void *first(void *x)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 20; i++)
        turn++;
#ifdef SMALL
    lock.__data.__lock = 0;
#else
    memset(&lock, 0, sizeof lock);
#endif
    for (int i = 0; i < 20; i++)
        turn++;
    return x;
}

static void *second(void *x)
{
    pthread_mutex_lock(&lock);
    turn++;
    if (lock.__data.__lock)
        pthread_mutex_unlock(&lock);
    return x;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
