// expect: verified
// A thread waits inside its atomic section for a lock that another one releases inside of its own: that one goes on first.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *first(void *unused)
{
    mz_atomic_begin();
    pthread_mutex_lock(&lock);
    assert(inside == 0);
    pthread_mutex_unlock(&lock);
    mz_atomic_end();
    return unused;
}

static void *second(void *unused)
{
    pthread_mutex_lock(&lock);
    mz_atomic_begin();
    inside = 1;
    pthread_mutex_unlock(&lock);
    if (mz_choose(2))
        inside = 2;
    inside = 0;
    mz_atomic_end();
    return unused;
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
