// expect: bug deadlock
// An early return forgets the unlock: the other thread waits for ever.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stock = 1;

static void *take(void *unused)
{
    pthread_mutex_lock(&lock);
    if (stock == 0)
        return unused;
    stock--;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, take, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
