// expect: verified
// Functions that are atomic by their names do not race with each other, nor with other sections.
// options: --all
// options: --race=error
// options: --race-rule=poised
// options: --race-rule=clocks
// options: --visible=all
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>

static int x;

static void __VERIFIER_atomic_increment(void)
{
    x++;
}

static void *section(void *unused)
{
    mz_atomic_begin();
    x++;
    mz_atomic_end();
    return unused;
}

static void *named(void *unused)
{
    __VERIFIER_atomic_increment();
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, section, NULL);
    pthread_create(&b, NULL, named, NULL);
    __VERIFIER_atomic_increment();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 3);
    return 0;
}
