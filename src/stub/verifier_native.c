/* verifier_native.c - the names of SV-COMP (docs/use/sv-comp.md) in a run without a check: all values are 0, nothing is atomic. */
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "stub/stub.h"
#include "wire/verifier_abi.h"

#define NONDET(name, type, kind) \
    EXPORTED(type, __VERIFIER_nondet_##name, void) { return (type)0; }
VERIFIER_TYPES(NONDET)

static void assume(int condition)
{
    if (!condition)
        _exit(0);
}

EXPORTED(void, __VERIFIER_assume, int condition)
{
    assume(condition);
}

EXPORTED(void, assume_abort_if_not, int condition)
{
    assume(condition);
}

EXPORTED(void, __VERIFIER_error, void)
{
    abort();
}

EXPORTED(void, reach_error, void)
{
    abort();
}

EXPORTED(void, __VERIFIER_assert, int condition)
{
    if (!condition)
        abort();
}

EXPORTED(void, __VERIFIER_atomic_begin, void) {}
EXPORTED(void, __VERIFIER_atomic_end, void) {}
