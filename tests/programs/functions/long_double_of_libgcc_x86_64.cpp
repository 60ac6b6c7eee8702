// expect: verified
// only: x86_64 gcc
// The same as long_double_of_libgcc.cpp. clang has no hooks for the ten bytes of a long double.
#include "long_double_of_libgcc.cpp" // __fixxfti __fixunsxfti __floattixf __floatuntixf
