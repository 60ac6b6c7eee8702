// expect: bug assertion "count >= 0"
// `if` instead of `while`: a consumer that comes late takes the item between the signal and the wake-up.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int count;

static void *consumer(void *unused)
{
    pthread_mutex_lock(&lock);
    if (count == 0)
        pthread_cond_wait(&not_empty, &lock);
    count--;
    assert(count >= 0); // BUG HERE
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, consumer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        count++;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
