// expect: bug assertion "value == 42"
// options: --spurious
// `if` instead of `while`: a spurious wake-up goes through.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int value;

static void *consumer(void *unused)
{
    pthread_mutex_lock(&lock);
    if (value == 0)
        pthread_cond_wait(&ready, &lock);
    assert(value == 42); // BUG HERE
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, consumer, NULL);
    pthread_mutex_lock(&lock);
    value = 42;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
