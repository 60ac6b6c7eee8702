// expect: verified
// only: aarch64
// Arithmetic of long double: libgcc does it on aarch64, the machine on x86_64, but for integers of 16 bytes.
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
}

int main()
{
    std::thread thread([] { __atomic_add_fetch(&shared, 1, __ATOMIC_SEQ_CST); compute(); });
    __atomic_add_fetch(&shared, 1, __ATOMIC_SEQ_CST);
    compute();
    thread.join();
    assert(shared == 2);
}
