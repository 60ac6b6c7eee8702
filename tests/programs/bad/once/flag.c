// expect: bug assertion "runs == 1"
// A hand-made once: test and set are two steps.
#include <assert.h>
#include <pthread.h>

static int initialized, runs;

static void *work(void *unused)
{
    if (!initialized) {
        runs++;
        initialized = 1;
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(runs == 1); // BUG HERE
    return 0;
}
