/* Plain accesses: every size, alignment and kind that makes a compiler emit a different hook. */
#include <stdint.h>
#include <string.h>

struct large { char bytes[200]; };
struct odd { char bytes[7]; };
struct __attribute__((packed)) packed { char first; int16_t two; int32_t four; int64_t eight; __int128 sixteen; double d; };
struct bits { unsigned a : 3, b : 11, c : 20; unsigned long wide : 40; };

int8_t one;
int16_t two;
int32_t four;
int64_t eight;
__int128 sixteen;
float single;
double twice;
long double extended;
_Complex double complex_number;
_Bool truth;
void *pointer;
struct large large_a, large_b;
struct odd odd_a, odd_b;
struct packed packed_object;
struct bits bits;
volatile int8_t volatile_one;
volatile int16_t volatile_two;
volatile int32_t volatile_four;
volatile int64_t volatile_eight;
volatile __int128 volatile_sixteen;
_Thread_local int of_thread;
typedef int vector __attribute__((vector_size(16)));
typedef int wide_vector __attribute__((vector_size(32)));
vector vector_a, vector_b;
wide_vector wide_a, wide_b;
int array[100], other[100];

void increments(void)
{
    one++, two++, four++, eight++, sixteen++;
    single += 1, twice += 1, extended += 1, complex_number += 1;
    truth = !truth;
    pointer = &one;
    of_thread++;
}

void volatiles(void)
{
    volatile_one++, volatile_two++, volatile_four++, volatile_eight++, volatile_sixteen++;
}

void unaligned(struct packed *p)
{
    p->two++, p->four++, p->eight++, p->sixteen++, p->d += 1;
    packed_object.four = p->four;
}

void bit_fields(void)
{
    bits.a++, bits.b = 4, bits.c++, bits.wide++;
}

void copies(struct large *to, const struct large *from)
{
    large_a = large_b;
    odd_a = odd_b;
    *to = *from;
    large_b = (struct large){{1, 2, 3}};
    vector_a += vector_b;
    wide_a += wide_b;
}

void library_copies(void *to, const void *from, unsigned long size)
{
    memcpy(to, from, size);
    memmove(to, from, 16);
    memset(to, 0, 64);
    __builtin_memcpy(to, from, 24);
}

void loops(int n)
{
    for (int i = 0; i < n; i++)
        array[i] = other[i] + array[99 - i];
    for (int i = 0; i < n; i++)
        array[i] = 0;
}

struct large returns_large(const struct large *p)
{
    return *p;
}

int takes_large(struct large value)
{
    large_a = returns_large(&value);
    return value.bytes[0];
}
