// expect: bug misuse "unlock"
// The result of trylock is not looked at: the loser works without the lock and then unlocks it.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *work(void *unused)
{
    pthread_mutex_trylock(&lock);
    value++;
    pthread_mutex_unlock(&lock); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
