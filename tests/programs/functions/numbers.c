// expect: verified
// errors: atof atoi atol atoll strtod strtof strtoimax strtol strtold strtoll strtoul strtoull strtoumax
#include "functions.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

static void use(void)
{
    char *end;
    const char *text = "12.5x";
    assert(atof(text) == 12.5 && atoi(text) == 12 && atol("-7") == -7 && atoll("123456789012") == 123456789012);
    assert(strtod(text, &end) == 12.5 && *end == 'x' && strtof(text, NULL) == 12.5f && strtold(text, &end) == 12.5L);
    point();
    assert(strtol("0x1f", &end, 0) == 31 && *end == 0 && strtoll("-9", NULL, 10) == -9);
    assert(strtoul("17", &end, 8) == 15 && strtoull("z", NULL, 36) == 35);
    assert(strtoimax("5", NULL, 10) == 5 && strtoumax("6", &end, 10) == 6 && *end == 0);
}

static void errors(void)
{
    char *end;
    const char *text = "none", *large = "99999999999999999999999";
    assert(atof(text) == 0 && atoi(text) == 0 && atol(text) == 0 && atoll(text) == 0);
    assert(strtod(text, &end) == 0 && end == text && strtof("x", &end) == 0 && strtold("", &end) == 0);
    errno = 0;
    assert(strtol(large, &end, 10) == LONG_MAX && errno == ERANGE && *end == 0);
    errno = 0;
    point();
    assert(errno == 0 && strtoll(large, NULL, 10) == LLONG_MAX && errno == ERANGE);
    errno = 0;
    assert(strtoul(large, NULL, 10) == ULONG_MAX && errno == ERANGE && strtoull(large, NULL, 10) == ULLONG_MAX);
    assert(strtoimax(large, NULL, 10) == INTMAX_MAX && strtoumax(large, NULL, 10) == UINTMAX_MAX && isinf(strtod("1e999", NULL)));
}
