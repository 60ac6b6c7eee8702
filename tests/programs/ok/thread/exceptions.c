// expect: verified
// races: 1
// options: -lm
// Which floating-point exceptions were raised is a thread's own, and begins with what its creator had.
#include <assert.h>
#include <fenv.h>
#include <pthread.h>

static volatile double one = 1, zero = 0, three = 3, sum;

static void *divides_by_zero(void *unused)
{
    assert(fegetround() == FE_UPWARD && fetestexcept(FE_INEXACT));
    volatile double a = one / zero;
    sum += 1; // RACE
    assert(fetestexcept(FE_DIVBYZERO) && a > 0);
    return unused;
}

int main(void)
{
    pthread_t t;
    fesetround(FE_UPWARD);
    volatile double a = one / three;
    pthread_create(&t, NULL, divides_by_zero, NULL);
    sum += 1; // RACE
    assert(fetestexcept(FE_INEXACT) && !fetestexcept(FE_DIVBYZERO) && a > 0);
    pthread_join(t, NULL);
    assert(!fetestexcept(FE_DIVBYZERO));
    return 0;
}
