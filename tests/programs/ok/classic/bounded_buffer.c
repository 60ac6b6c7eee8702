// expect: verified
// options: --spurious
// A bounded buffer of one slot, a producer and two consumers; two condition variables, waits in loops.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int count, taken;

static void *consumer(void *unused)
{
    pthread_mutex_lock(&lock);
    while (count == 0)
        pthread_cond_wait(&not_empty, &lock);
    count--;
    assert(count >= 0);
    taken++;
    pthread_cond_signal(&not_full);
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
        while (count == 1)
            pthread_cond_wait(&not_full, &lock);
        count++;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(taken == 2 && count == 0);
    return 0;
}
