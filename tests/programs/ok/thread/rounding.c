// expect: verified
// races: 1
// options: -lm
// The rounding mode is a thread's own.
#include <assert.h>
#include <fenv.h>
#include <pthread.h>

static volatile double three = 3, sum;

static void *upward(void *unused)
{
    fesetround(FE_UPWARD);
    double a = 1 / three;
    sum += 1; // RACE
    assert(fegetround() == FE_UPWARD && a == 1 / three);
    return unused;
}

int main(void)
{
    pthread_t t;
    double before = 1 / three;
    pthread_create(&t, NULL, upward, NULL);
    sum += 1; // RACE
    assert(fegetround() == FE_TONEAREST && before == 1 / three);
    pthread_join(t, NULL);
    assert(fegetround() == FE_TONEAREST && before == 1 / three);
    return 0;
}
