// expect: verified
// native: 0
// What functions of libc and libgcc return in a vector register, or in two registers, reaches a guarded call that is given it at once.
#include <cassert>
#include <cmath>
#include <cstring>
#include <pthread.h>

static const char *volatile payload = "";
static volatile double six = 6, two = 2, one = 1;
static volatile unsigned long high = 9, by = 2;
static char text[] = "abcabc";

static void not_a_number()
{
    int exponent;
    assert(std::isnan(frexp(nan(payload), &exponent)));
    assert(std::isnan(frexpf(nanf(payload), &exponent)));
}

static void quotient_of_complex_numbers()
{
    int quotient;
    _Complex double x = six, y;
    __real__ y = two;
    __imag__ y = one;
    x /= y; // 2.4 - 1.2i
    assert(remquo(__real__ x, __imag__ x, &quotient) == 0 && quotient == -2);
}

static void quotient_of_wide_numbers()
{
    unsigned __int128 wide = (static_cast<unsigned __int128>(high) << 64) / by;
    assert(memrchr(text, 'c', static_cast<size_t>(wide >> 64)) == text + 2);
}

static void *work(void *unused)
{
    not_a_number();
    quotient_of_complex_numbers();
    quotient_of_wide_numbers();
    return unused;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    pthread_join(t, nullptr);
    return 0;
}
