/* Who writes holds a lock, and so does who reads: it is told only of what is read without. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int state;

static void *set(void *unused)
{
    pthread_mutex_lock(&lock);
    state = 2;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    pthread_mutex_lock(&lock);
    assert(state == 0);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
