// expect: verified
// What the machine cannot do by itself libgcc does, which C++ programs are linked with as a shared library.
#include <cassert>
#include <thread>

static volatile long double wide = 10.5L;
static volatile __int128 large = (__int128)1 << 100;
static volatile unsigned __int128 positive = (unsigned __int128)5 << 90;
static volatile double number = 2.5;
static volatile float small = 1.5f;
static int shared;

static void compute()
{
    long double w = wide;
    assert(w + w == 21 && w - 1 == 9.5L && w * 2 == 21 && w / 2 == 5.25L && -w == -10.5L);          // __addtf3 __subtf3 __multf3 __divtf3 __negtf2
    assert(w == 10.5L && w != 1 && w > 1 && w >= 1 && !(w < 1) && !(w <= 1));      // __eqtf2 __netf2 __gttf2 __getf2 __lttf2 __letf2
    assert(!__builtin_isunordered(w, w));                                          // __unordtf2
    assert((long double)small == 1.5L && (long double)number == 2.5L);             // __extendsftf2 __extenddftf2
    assert((double)w == 10.5 && (float)w == 10.5f);                                // __trunctfdf2 __trunctfsf2
    assert((int)w == 10 && (long)w == 10 && (__int128)w == 10);                    // __fixtfsi __fixtfdi __fixtfti
    assert((unsigned)w == 10 && (unsigned long)w == 10);                           // __fixunstfsi __fixunstfdi
    assert((unsigned __int128)w == 10);                                            // __fixunstfti
    volatile int i = -3;
    volatile unsigned u = 3;
    volatile long l = -4;
    volatile unsigned long m = 4;
    assert((long double)i == -3 && (long double)u == 3);                           // __floatsitf __floatunsitf
    assert((long double)l == -4 && (long double)m == 4);                           // __floatditf __floatunditf
    assert((long double)large > 1 && (long double)positive > 1);                   // __floattitf __floatuntitf
    assert((double)large > 1 && (float)large > 1);                                 // __floattidf __floattisf
    assert((double)positive > 1 && (float)positive > 1);                           // __floatuntidf __floatuntisf
    assert((__int128)number == 2 && (__int128)small == 1);                         // __fixdfti __fixsfti
    assert((unsigned __int128)number == 2 && (unsigned __int128)small == 1);       // __fixunsdfti __fixunssfti
    assert(large / 3 > 0 && large % 3 == 1 && positive / 3 > 0 && positive % 3 < 3);                // __divti3 __modti3 __udivti3 __umodti3
    _Complex double c = number + 1.0j;
    _Complex float f = small + 1.0jf;
    volatile _Complex double product = c * c, quotient = product / c;              // __muldc3 __divdc3
    volatile _Complex float little = f * f, less = little / f;                     // __mulsc3 __divsc3
    assert(__real__ quotient == number && __real__ less == small);
    assert(__builtin_powi(number, i) < 1 && __builtin_powif(small, i) < 1);        // __powidf2 __powisf2
}

int main()
{
    std::thread thread([] { __atomic_add_fetch(&shared, 1, __ATOMIC_SEQ_CST); compute(); });
    __atomic_add_fetch(&shared, 1, __ATOMIC_SEQ_CST);
    compute();
    thread.join();
    assert(shared == 2);
}
