// expect: refused "nested so deep"
// How deep is counted in 16 bits.
#include <mazurka.h>
#include <pthread.h>

static void *enter(void *unused)
{
    for (int i = 0; i < 70000; i++)
        mz_atomic_begin();
    for (int i = 0; i < 70000; i++)
        mz_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, enter, NULL);
    pthread_join(t, NULL);
    return 0;
}
