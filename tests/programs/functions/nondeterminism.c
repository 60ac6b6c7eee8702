// expect: covered "few values"
// errors: __VERIFIER_assume __VERIFIER_assert __VERIFIER_nondet_char __VERIFIER_nondet_double __VERIFIER_nondet_float
// errors: __VERIFIER_nondet_loff_t __VERIFIER_nondet_long __VERIFIER_nondet_longlong __VERIFIER_nondet_pchar
// errors: __VERIFIER_nondet_pointer __VERIFIER_nondet_short __VERIFIER_nondet_size_t __VERIFIER_nondet_u16 __VERIFIER_nondet_u32
// errors: __VERIFIER_nondet_u8 __VERIFIER_nondet_uchar __VERIFIER_nondet_ulong __VERIFIER_nondet_ulonglong
// errors: __VERIFIER_nondet_unsigned __VERIFIER_nondet_unsigned_char __VERIFIER_nondet_unsigned_int __VERIFIER_nondet_ushort
// Every __VERIFIER_nondet_..., chosen; its values are those that the documents list.
#include <assert.h>
#include <limits.h>
#include <mazurka.h>
#include <stddef.h>
#include <stdint.h>

#define TYPES(T)                                                                                                          \
    T(char, char, CHAR_MAX) T(uchar, unsigned char, UCHAR_MAX) T(unsigned_char, unsigned char, UCHAR_MAX)                 \
    T(short, short, SHRT_MAX) T(ushort, unsigned short, USHRT_MAX) T(int, int, INT_MAX) T(uint, unsigned, UINT_MAX)       \
    T(unsigned, unsigned, UINT_MAX) T(unsigned_int, unsigned, UINT_MAX) T(long, long, LONG_MAX)                           \
    T(ulong, unsigned long, ULONG_MAX) T(longlong, long long, LLONG_MAX) T(ulonglong, unsigned long long, ULLONG_MAX)     \
    T(u8, uint8_t, UINT8_MAX) T(u16, uint16_t, UINT16_MAX) T(u32, uint32_t, UINT32_MAX) T(size_t, size_t, SIZE_MAX)       \
    T(loff_t, long, LONG_MAX) T(float, float, 1) T(double, double, 1)
#define DECLARE(name, type, most) extern type __VERIFIER_nondet_##name(void);
TYPES(DECLARE)
extern _Bool __VERIFIER_nondet_bool(void);
extern void *__VERIFIER_nondet_pointer(void);
extern char *__VERIFIER_nondet_pchar(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);

int seen_most;

int main(void)
{
    int n = 0, which = mz_choose(22);
#define ASK(name, type, most)                          \
    if (which == n++) {                                \
        type value = __VERIFIER_nondet_##name();       \
        __VERIFIER_assume(value == 0 || value == most); \
        __VERIFIER_assert(value == 0 || value == most); \
        seen_most = value == most;                     \
    }
    TYPES(ASK)
    if (which == 20)
        seen_most = __VERIFIER_nondet_bool();
    if (which == 21)
        assert(!__VERIFIER_nondet_pointer() && !__VERIFIER_nondet_pchar());
    return 0;
}
