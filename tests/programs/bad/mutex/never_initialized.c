// expect: bug misuse "initialized"
// A mutex in memory that holds something else.
#include <pthread.h>
#include <string.h>

static struct { pthread_mutex_t lock; int value; } object;

static void *work(void *unused)
{
    pthread_mutex_lock(&object.lock); // BUG HERE
    object.value++;
    pthread_mutex_unlock(&object.lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    memset(&object, 0x5a, sizeof object);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
