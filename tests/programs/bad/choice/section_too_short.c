// expect: bug assertion "counter == 2"
// The atomic section covers the read but not the write.
#include <mazurka.h>
#include <pthread.h>

static int counter;

static void *work(void *unused)
{
    mz_atomic_begin();
    int before = counter;
    mz_atomic_end();
    counter = before + 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    mz_assert(counter == 2); // BUG HERE
    return 0;
}
