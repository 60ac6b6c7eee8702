// expect: verified
// races: 0
// Sections exclude each other and are ordered.
#include <mazurka.h>
#include <pthread.h>

static int data;

static void *first(void *unused)
{
    mz_atomic_begin();
    data++;
    mz_atomic_end();
    return unused;
}

static void *second(void *unused)
{
    mz_atomic_begin();
    data++;
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
