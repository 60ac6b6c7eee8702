// expect: bug assertion "x == value"
// Shape: SCTBench, wronglock (from Bron et al.): one thread uses the data under the data's lock, others under the lock of
// the thread. Known verdict: unsafe.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t data_lock = PTHREAD_MUTEX_INITIALIZER, thread_lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int value;

static void *right(void *unused)
{
    pthread_mutex_lock(&data_lock);
    int x = value;
    value++;
    x++;
    assert(x == value); // BUG HERE
    pthread_mutex_unlock(&data_lock);
    return unused;
}

static void *wrong(void *unused)
{
    pthread_mutex_lock(&thread_lock);
    value++;
    pthread_mutex_unlock(&thread_lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, right, NULL);
    pthread_create(&b, NULL, wrong, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
