/* shapes.c - a program that runs by itself, poisoned: code that the analysis of dead values has once read wrongly, or might. It prints what
 * it computes. See sampler.c. */
#include <alloca.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define APART __attribute__((noinline, noclone))

static int counters[16]; /* every access is a hook */
static uint64_t total;

static void note(long value)
{
    total = total * 31 + (uint64_t)value;
}

/* --- arguments on the stack, with words between them that nobody stores ---------------------------------------------------- */

typedef float quad __attribute__((vector_size(16)));
struct wide { _Alignas(16) long a; };
struct gap { long a, never[6], b; };

static APART long integers(long a, long b, long c, long d, long e, long f, long g, long h, int i, __int128 j, int k)
{
    counters[0]++;
    return a + b + c + d + e + f + g + h + i * 2 + (long)j * 3 + (long)(j >> 64) * 5 + k * 7;
}

static APART long floats(quad a, quad b, quad c, quad d, quad e, quad f, quad g, quad h, float i, quad j, double k, long double l)
{
    counters[0]++;
    return (long)(a[0] + b[1] + c[2] + d[3] + e[0] + f[1] + g[2] + h[3] + i * 2 + j[0] * 3 + j[3] * 5 + (float)k * 7 + (float)l * 9);
}

static APART long wides(long a, long b, long c, long d, long e, long f, long g, long h, int i, struct wide j, struct wide k)
{
    counters[0]++;
    return a + b + c + d + e + f + g + h + i * 2 + j.a * 3 + k.a * 5;
}

static APART long gaps(struct gap a, long b)
{
    counters[0]++;
    return a.a + a.b * 2 + b * 3;
}

/* clang's callers leave out what it does not read, because the function is in the same file; others may call it, too. */
APART long unread(long a, long b, long c, long d, long e, long f, long g, long h, long i, long u0, long u1, long u2, long u3, long u4,
                  long u5, long u6, long u7, long u8, long u9, long u10, long u11, long j)
{
    counters[0]++;
    return a + b + c + d + e + f + g + h + i * 3 + j * 5;
}

static APART void leave_out(int n)
{
    counters[2]++;
    note(unread(n, 2, 3, 4, 5, 6, 7, 8, n + 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, n * 11));
    counters[3]++;
}

static APART long variable(int n, ...)
{
    long sum = 0;
    va_list list;
    va_start(list, n);
    for (int i = 0; i < n; i++) {
        counters[1]++;
        sum = sum * 3 + va_arg(list, int);
        sum = sum * 3 + (long)va_arg(list, long double);
        sum = sum * 3 + va_arg(list, struct wide).a;
    }
    va_end(list);
    return sum;
}

static APART void arguments(int n)
{
    quad q = {(float)n, 1, 2, 3};
    struct wide w = {n}, v = {n + 5};
    counters[2]++;
    note(integers(n, 2, 3, 4, 5, 6, 7, 8, 9 + n, ((__int128)n << 70) + n, 11));
    counters[3]++;
    note(floats(q, q, q, q, q, q, q, q, (float)n, q + 1, n + 2, n + 3));
    note(wides(n, 2, 3, 4, 5, 6, 7, 8, 9 + n, w, v));
    note(variable(4, n, (long double)n, w, n + 1, n + 2.0L, v, n + 3, n + 4.0L, w, n + 5, n + 6.0L, v));
}

static APART void members(int n)
{
    struct gap g;
    g.a = n;
    g.b = n * 2;
    counters[2]++;
    note(gaps(g, n));
}

/* --- memory from the stack on some ways only: arguments may lie where they lay before -------------------------------------- */

static APART long eleven(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j, long k)
{
    counters[4]++;
    return a + b + c + d + e + f + g + h + i * 2 + j * 3 + k * 5;
}

static APART void fill(char *to, int n)
{
    memset(to, n, (size_t)n);
    counters[5] += to[n - 1];
}

static APART void sometimes(int n)
{
    char *taken = NULL;
    note(eleven(1, 2, 3, 4, 5, 6, 7, 8, n, n + 1, n + 2));
    if (n & 1)
        fill(taken = alloca((size_t)n + 20), n + 20);
    counters[6]++;
    note(eleven(1, 2, 3, 4, 5, 6, 7, 8, n * 2, n * 3 + 1, n * 4 + 2));
    for (int i = 0; i < n % 3; i++) {
        char array[n + i + 1];
        fill(array, n + i + 1);
        note(eleven(1, 2, 3, 4, 5, 6, 7, 8, n * 2 + array[1], n * 3, n * 4 + i));
    }
    note(eleven(1, 2, 3, 4, 5, 6, 7, 8, n * 5, n * 6 + 1, taken ? taken[3] : n * 7));
}

/* --- a jump by a table behind a comparison of something else ----------------------------------------------------------------- */

static APART long times(long n)
{
    return n * ++counters[7];
}

static APART long choose(unsigned which, unsigned limit, long kept)
{
    counters[8]++;
    if (limit > 1)
        return times(1);
    switch (which & 7) {
    case 0: return times(2);
    case 1: return times(3) + counters[9]++;
    case 2: return times(5) - 1;
    case 3: counters[9] += 2; return kept - times(7);
    case 4: counters[10]--; return times(11) + kept;
    case 5: counters[11] ^= 3; return kept * 3 + times(13);
    case 6: counters[12]++; return times(15) + kept * 5;
    case 7: counters[13] += 3; return times(17) * kept;
    }
    __builtin_unreachable();
}

/* --- a variable that is a register everywhere -------------------------------------------------------------------------------- */

#if !defined(__clang__)
#if defined(__aarch64__)
register long everywhere __asm__("x28");
#else
register long everywhere __asm__("r15");
#endif

static APART long read_everywhere(void)
{
    counters[14]++;
    long value = everywhere;
    counters[15]++;
    return value;
}

static APART long through(void)
{
    counters[14]++;
    return read_everywhere() + 1;
}

static APART long register_variable(int n)
{
    everywhere = n * 7;
    counters[14]++;
    counters[15]++;
    long sum = through();
    everywhere = n * 9;
    counters[14]++;
    sum += read_everywhere() * 3;
    everywhere = 0;
    return sum;
}
#else
static long register_variable(int n) { return n; }
#endif

/* --- an optimizer counts from beside an array (x86_64), also in one function of a file without optimization ------------------- */

#if defined(__clang__)
#define OPTIMIZED APART
#else
#define OPTIMIZED APART __attribute__((optimize("O2")))
#endif

static long number, where, result;

static APART void fill_four(long *four, long n)
{
    for (int i = 0; i < 4; i++)
        four[i] = n * i;
    counters[0]++;
}

static APART long last_of(const long *four)
{
    counters[1]++;
    return four[3];
}

static OPTIMIZED void beside(void)
{
    long first[4], second[4], array[4];
    fill_four(first, number);
    fill_four(second, number * 2);
    array[0] = number, array[1] = number + 1, array[2] = number * 5, array[3] = number * 7;
    counters[2]++;
    result = array[where + 5];
    counters[3]++;
    result += last_of(first) + last_of(second);
}

static OPTIMIZED void below(void)
{
    long first[4], array[4], second[4];
    fill_four(first, number);
    fill_four(second, number * 2);
    array[0] = number, array[1] = number + 1, array[2] = number * 5, array[3] = number * 7;
    counters[2]++;
    result = array[where - 5];
    counters[3]++;
    result += last_of(first) + last_of(second);
}

static void count_from_beside(int n)
{
    number = n;
    where = n % 4 - 5;
    beside();
    note(result);
    where += 10;
    below();
    note(result);
}

/* --- values that only count, and those that seem to ----------------------------------------------------------------------------- */

static APART long count_in_vain(int n)
{
    int faint = n, last = 0;
    unsigned flags = 0;
    for (int i = 0; i < n; i++) {
        faint = faint * 3 + 1;
        flags += (unsigned)(faint < 5);
        last = counters[9];
        counters[9]++;
    }
    return last;
}

static APART long count_down(int n)
{
    int left = n + 3, rounds = 0, halves = 0;
    do {
        counters[10]++;
        rounds++;
        halves += counters[10] & 1;
    } while (--left);
    counters[11] += halves > rounds / 2;
    return rounds;
}

static APART void count_values(int n)
{
    note(count_in_vain(n));
    note(count_down(n));
}

int main(void)
{
    for (unsigned n = 0; n < 32; n++)
        note(choose(n, n / 8, (long)n * 3));
    for (int n = 1; n < 9; n++) {
        arguments(n);
        members(n);
        leave_out(n);
        sometimes(n);
        note(register_variable(n));
        count_from_beside(n);
        count_values(n);
        printf("%d %lx\n", n, (unsigned long)total);
    }
    for (int i = 0; i < 16; i++)
        printf("%d ", counters[i]);
    printf("\n");
    return 0;
}
