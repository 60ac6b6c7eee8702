// expect: verified
// A barrier from a mutex and a condition variable, with a generation number.
#include <assert.h>
#include <pthread.h>

enum { N = 3 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
static int arrived, generation, before, after;

static void barrier(void)
{
    pthread_mutex_lock(&lock);
    int mine = generation;
    before++;
    if (++arrived == N) {
        arrived = 0;
        generation++;
        pthread_cond_broadcast(&all_here);
    }
    while (mine == generation)
        pthread_cond_wait(&all_here, &lock);
    assert(before == N);
    after++;
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused)
{
    barrier();
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    barrier();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(after == N);
    return 0;
}
