// expect: verified
// native: endless
// Two threads that take and release a lock for ever: neither ever has to wait for the other to do something first.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *work(void *unused)
{
    while (1) {
        pthread_mutex_lock(&lock);
        assert(++inside == 1);
        inside--;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    return 0;
}
