// expect: verified
// options: -lm
// only: gcc
// Exceptions of long double are a thread's own, too: x86_64 has another register for them.
#include <assert.h>
#include <fenv.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile long double one = 1, zero = 0;
static int turns;

static void turn(void)
{
    pthread_mutex_lock(&mutex);
    turns++;
    pthread_mutex_unlock(&mutex);
}

static void *divides_by_zero(void *unused)
{
    volatile long double a = one / zero;
    turn();
    assert(fetestexcept(FE_DIVBYZERO) && a > 0);
    feclearexcept(FE_DIVBYZERO);
    turn();
    assert(!fetestexcept(FE_ALL_EXCEPT));
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, divides_by_zero, NULL);
    for (int i = 0; i < 3; i++) {
        turn();
        assert(!fetestexcept(FE_ALL_EXCEPT));
    }
    pthread_join(t, NULL);
    assert(!fetestexcept(FE_ALL_EXCEPT));
    return 0;
}
