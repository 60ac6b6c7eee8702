// expect: verified
// errors: drand48 erand48 jrand48 lcong48 lrand48 mrand48 nrand48 rand rand_r random seed48 srand srand48 srandom
#include "functions.h"

#include <stdlib.h>
#include <string.h>

static void use(void)
{
    unsigned short own[3] = {1, 2, 3}, same[3] = {1, 2, 3};
    unsigned seed = 4, again = 4;
    srandom(7);
    long first = random();
    srand(7);
    assert(first == rand() && first >= 0 && rand_r(&seed) == rand_r(&again) && seed == again);
    point();
    srand48(5);
    double real = drand48();
    long number = lrand48(), any = mrand48();
    srand48(5);
    assert(real == drand48() && number == lrand48() && any == mrand48() && real >= 0 && real < 1);
    assert(erand48(own) == erand48(same) && nrand48(own) == nrand48(same) && jrand48(own) == jrand48(same));
    assert(memcmp(own, same, sizeof own) == 0);
}

/* They do not fail; the same seed gives the same numbers, however it was set. */
static void errors(void)
{
    unsigned short state[3] = {1, 2, 3}, all[7] = {1, 2, 3, 0xe66d, 0xdeec, 5, 11}, zeros[3] = {0, 0, 0};
    unsigned zero = 0;
    seed48(state);
    double first = drand48();
    lcong48(all);
    assert(drand48() == first);
    srandom(0);
    srand(0);
    srand48(-1);
    assert(random() >= 0 && rand() >= 0 && rand_r(&zero) >= 0 && nrand48(zeros) >= 0 && lrand48() >= 0);
    assert(erand48(zeros) >= 0 && jrand48(zeros) <= 0x7fffffff && mrand48() <= 0x7fffffff);
}
