// expect: verified
// What the machine cannot do by itself libgcc does, which C++ programs are linked with as a shared library.
#include <cassert>
#include <thread>

static volatile __int128 large = (__int128)1 << 100;
static volatile unsigned __int128 positive = (unsigned __int128)5 << 90;
static volatile double number = 2.5;
static volatile float small = 1.5f;
static int shared;

static void compute()
{
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
    volatile int i = -3;
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
