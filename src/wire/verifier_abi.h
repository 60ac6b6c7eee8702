/* verifier_abi.h - the types of __VERIFIER_nondet_...: its name, the type, and which values are explored. */
#ifndef MZ_WIRE_VERIFIER_ABI_H
#define MZ_WIRE_VERIFIER_ABI_H

#define VERIFIER_TYPES(V) \
    V(bool, _Bool, WHOLE) \
    V(char, char, SIGNED) \
    V(uchar, unsigned char, UNSIGNED) \
    V(unsigned_char, unsigned char, UNSIGNED) \
    V(short, short, SIGNED) \
    V(ushort, unsigned short, UNSIGNED) \
    V(int, int, SIGNED) \
    V(uint, unsigned, UNSIGNED) \
    V(unsigned, unsigned, UNSIGNED) \
    V(unsigned_int, unsigned, UNSIGNED) \
    V(long, long, SIGNED) \
    V(ulong, unsigned long, UNSIGNED) \
    V(longlong, long long, SIGNED) \
    V(ulonglong, unsigned long long, UNSIGNED) \
    V(u8, uint8_t, UNSIGNED) \
    V(u16, uint16_t, UNSIGNED) \
    V(u32, uint32_t, UNSIGNED) \
    V(size_t, size_t, UNSIGNED) \
    V(loff_t, long, SIGNED) \
    V(float, float, REAL) \
    V(double, double, REAL) \
    V(pointer, void *, POINTER) \
    V(pchar, char *, POINTER)

#endif
