// expect: verified
// options: -lm
// only: gcc
// Functions of arithmetic are left to the C library: called twice with a scheduling point between, each gives the same.
#include "functions.h"

#include <complex.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>
#include <string.h>
#include <time.h>

double scalb(double, double);
float scalbf(float, float);
long double scalbl(long double, long double);
int __finite(double), __isinf(double), __isnan(double), __fpclassify(double), __signbit(double);
int __finitef(float), __isinff(float), __isnanf(float), __fpclassifyf(float), __signbitf(float);
int __finitel(long double), __isinfl(long double), __isnanl(long double), __fpclassifyl(long double), __signbitl(long double);
#undef isinf
#undef isnan
int isinf(double), isnan(double);

/* A value whose bits count. */
static long double sum;

#define ADD(x) (sum = sum / 3 + (long double)(x))

#define ONE(f)                                                                                                             \
    f(acos) f(acosf) f(acosl) f(asin) f(asinf) f(asinl) f(asinh) f(asinhf) f(asinhl) f(atan) f(atanf) f(atanl) f(atanh)    \
    f(atanhf) f(atanhl) f(cbrt) f(cbrtf) f(cbrtl) f(ceil) f(ceilf) f(ceill) f(cos) f(cosf) f(cosl) f(cosh) f(coshf)        \
    f(coshl) f(erf) f(erff) f(erfl) f(erfc) f(erfcf) f(erfcl) f(exp) f(expf) f(expl) f(exp10) f(exp10f) f(exp10l) f(exp2)  \
    f(exp2f) f(exp2l) f(expm1) f(expm1f) f(expm1l) f(fabs) f(fabsf) f(fabsl) f(floor) f(floorf) f(floorl) f(j0) f(j0f)     \
    f(j0l) f(j1) f(j1f) f(j1l) f(log) f(logf) f(logl) f(log10) f(log10f) f(log10l) f(log1p) f(log1pf) f(log1pl) f(log2)    \
    f(log2f) f(log2l) f(logb) f(logbf) f(logbl) f(nearbyint) f(nearbyintf) f(nearbyintl) f(rint) f(rintf) f(rintl)         \
    f(round) f(roundf) f(roundl) f(roundeven) f(roundevenf) f(roundevenl) f(significand) f(significandf) f(significandl)   \
    f(sin) f(sinf) f(sinl) f(sinh) f(sinhf) f(sinhl) f(sqrt) f(sqrtf) f(sqrtl) f(tan) f(tanf) f(tanl) f(tanh) f(tanhf)     \
    f(tanhl) f(tgamma) f(tgammaf) f(tgammal) f(trunc) f(truncf) f(truncl) f(y0) f(y0f) f(y0l) f(y1) f(y1f) f(y1l)          \
    f(ilogb) f(ilogbf) f(ilogbl) f(llrint) f(llrintf) f(llrintl) f(llround) f(llroundf) f(llroundl) f(lrint) f(lrintf)     \
    f(lrintl) f(lround) f(lroundf) f(lroundl) f(finite) f(finitef) f(finitel) f(__finite) f(__finitef) f(__finitel)        \
    f(__isinf) f(__isinff) f(__isinfl) f(__isnan) f(__isnanf) f(__isnanl) f(__fpclassify) f(__fpclassifyf)                 \
    f(__fpclassifyl) f(__signbit) f(__signbitf) f(__signbitl) f(isinf) f(isinff) f(isinfl) f(isnan) f(isnanf) f(isnanl)
#define TWO(f)                                                                                                             \
    f(atan2) f(atan2f) f(atan2l) f(copysign) f(copysignf) f(copysignl) f(drem) f(dremf) f(dreml) f(fdim) f(fdimf) f(fdiml) \
    f(fmax) f(fmaxf) f(fmaxl) f(fmin) f(fminf) f(fminl) f(fmod) f(fmodf) f(fmodl) f(hypot) f(hypotf) f(hypotl)             \
    f(nextafter) f(nextafterf) f(nextafterl) f(nexttoward) f(nexttowardf) f(nexttowardl) f(pow) f(powf) f(powl)            \
    f(remainder) f(remainderf) f(remainderl)
#define WITH_INTEGER(f) \
    f(ldexp) f(ldexpf) f(ldexpl) f(scalbn) f(scalbnf) f(scalbnl) f(scalbln) f(scalblnf) f(scalblnl)
#define INTEGER_FIRST(f) f(jn) f(jnf) f(jnl) f(yn) f(ynf) f(ynl)
#define THREE(f) f(fma) f(fmaf) f(fmal)
#define COMPLEX(f)                                                                                                         \
    f(cabs) f(cabsf) f(cabsl) f(carg) f(cargf) f(cargl) f(cimag) f(cimagf) f(cimagl) f(creal) f(crealf) f(creall)
#define COMPLEX_RESULT(f) f(cexp) f(cexpf) f(clog) f(clogf) f(conj) f(conjf) f(conjl) f(csqrt) f(csqrtf)

static volatile double half = 0.5, two = 2;
static volatile int three = 3;

static void all(void)
{
#define CALL_ONE(f) ADD(f(half));
    ONE(CALL_ONE)
    ADD(scalb(half, two)), ADD(scalbf((float)half, (float)two)), ADD(scalbl(half, two));
    ADD(acosh(two)), ADD(acoshf((float)two)), ADD(acoshl(two));
#define CALL_TWO(f) ADD(f(two, half));
    TWO(CALL_TWO)
#define CALL_WITH_INTEGER(f) ADD(f(half, three));
    WITH_INTEGER(CALL_WITH_INTEGER)
#define CALL_INTEGER_FIRST(f) ADD(f(three, half));
    INTEGER_FIRST(CALL_INTEGER_FIRST)
#define CALL_THREE(f) ADD(f(half, two, half));
    THREE(CALL_THREE)
#define CALL_COMPLEX(f) ADD(f(half + two * I));
    COMPLEX(CALL_COMPLEX)
#define CALL_COMPLEX_RESULT(f) ADD(creal(f(half + two * I)));
    COMPLEX_RESULT(CALL_COMPLEX_RESULT)
    ADD(creal(cpow(half, two))), ADD(creal(cpowf((float)half, (float)two)));
    assert(isnan(nan("")) && isnan(nanf("1")) && isnan((double)nanl("")));
    assert(abs(-three) == 3 && labs(-3) == 3 && llabs(-3) == 3 && imaxabs(-3) == 3 && div(7, three).rem == 1);
    assert(ldiv(7, 3).quot == 2 && lldiv(7, 3).rem == 1 && imaxdiv(7, 3).quot == 2 && ffs(8) == 4 && ffsl(8) == 4 && ffsll(0) == 0);
    assert(difftime(5, 3) == 2);
}

static void use(void)
{
    sum = 0;
    all();
    long double first = sum;
    point();
    sum = 0;
    all();
    assert(sum == first);
}

static void errors(void)
{
    assert(isnan(sqrt(-half)) && errno == EDOM);
    errno = 0;
    assert(isinf(exp(two * 1e6)) && errno == ERANGE);
}
