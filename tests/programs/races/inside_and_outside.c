// expect: verified
// races: 1
// mz_atomic_begin excludes other sections, not accesses outside of any.
#include <mazurka.h>
#include <pthread.h>

int data, both;

static void *first(void *unused)
{
    mz_atomic_begin();
    both++;
    data = 1; // RACE
    mz_atomic_end();
    return unused;
}

static void *second(void *unused)
{
    mz_atomic_begin();
    both++;
    mz_atomic_end();
    data = 2; // RACE
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
