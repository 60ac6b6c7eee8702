// expect: verified
// Nobody gets in between mz_atomic_begin and mz_atomic_end; sections nest.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>

static int counter;

static void *work(void *unused)
{
    mz_atomic_begin();
    int before = counter;
    counter = before + 1;
    mz_atomic_begin();
    counter = before + 2;
    mz_atomic_end();
    mz_assert(counter == before + 2);
    mz_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    mz_yield();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 4);
    return 0;
}
