/* sampler.c - a program that does a little of everything that compilers treat in their own ways, and prints what comes out.
 * It runs the same with and without poison in what the analysis of dead values calls dead. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <alloca.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

/* Each is to have a frame of its own at every level of optimization. */
#define APART __attribute__((noinline))

static uint64_t digest = 1469598103934665603u;
static uint32_t random_state = 12345;

static void note(uint64_t value)
{
    for (int i = 0; i < 8; i++) {
        digest ^= (value >> (8 * i)) & 0xff;
        digest *= 1099511628211u;
    }
}

static APART uint32_t next_random(void)
{
    random_state = random_state * 1664525u + 1013904223u;
    return random_state >> 8;
}

/* --- sorting, recursion, callbacks ------------------------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    int left = *(const int *)a, right = *(const int *)b;
    return left < right ? -1 : left > right;
}

static APART void quick(int *a, int low, int high)
{
    if (low >= high)
        return;
    int pivot = a[(low + high) / 2], i = low, j = high;
    while (i <= j) {
        while (a[i] < pivot)
            i++;
        while (a[j] > pivot)
            j--;
        if (i <= j) {
            int t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    }
    quick(a, low, j);
    quick(a, i, high);
}

static APART void merge_sort(int *a, int n)
{
    if (n < 2)
        return;
    int half = n / 2, copy[n];
    merge_sort(a, half);
    merge_sort(a + half, n - half);
    for (int i = 0, l = 0, r = half; i < n; i++)
        copy[i] = r >= n || (l < half && a[l] <= a[r]) ? a[l++] : a[r++];
    memcpy(a, copy, sizeof copy);
}

static APART void sorting(void)
{
    int a[64], b[64], c[64];
    for (int i = 0; i < 64; i++)
        a[i] = b[i] = c[i] = (int)(next_random() % 1000);
    qsort(a, 64, sizeof *a, by_value);
    quick(b, 0, 63);
    merge_sort(c, 64);
    for (int i = 0; i < 64; i++)
        note((uint64_t)a[i] * 3 + (uint64_t)b[i] * 5 + (uint64_t)c[i] * 7);
    /* From the end, from the middle, with neighbours. */
    long sum = 0;
    for (int *p = a + 64; p-- > a;)
        sum = sum * 3 + *p;
    for (int i = 1; i < 63; i++)
        sum += (long)a[i - 1] * b[i + 1] - c[63 - i];
    note((uint64_t)sum);
}

static APART int ackermann(int m, int n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static int even(int n);
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }

/* --- structures by value ------------------------------------------------------------------------------------------------ */

struct pair { int a; short b; };
struct vector { double x, y, z; };
struct large { long at[12]; char tail; };
struct list { struct list *next; int value; };

static APART struct pair swap(struct pair p) { return (struct pair){p.b, (short)p.a}; }
static APART struct vector cross(struct vector a, struct vector b)
{
    return (struct vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static APART struct large rotate(struct large l, int by)
{
    struct large r = {.tail = l.tail};
    for (int i = 0; i < 12; i++)
        r.at[(i + by) % 12] = l.at[i];
    return r;
}
static APART long many(long a, int b, char c, short d, long e, long f, long g, int h, double i, struct pair j, char k, struct large l)
{
    return a + b * 2 + c * 3 + d * 5 + e * 7 + f * 11 + g * 13 + h * 17 + (long)(i * 19) + j.a * 23 + j.b * 29 + k * 31 + l.at[3];
}

static struct list *container(int *value)
{
    return (struct list *)(void *)((char *)value - offsetof(struct list, value));
}
static APART int walk(int *first)
{
    int sum = 0;
    for (struct list *l = container(first); l; l = l->next)
        sum = sum * 7 + l->value;
    return sum;
}

static APART void structures(void)
{
    struct pair p = {1, 2};
    for (int i = 0; i < 5; i++) {
        p = swap(p);
        p.a += i;
    }
    note((uint64_t)p.a * 100 + (uint64_t)p.b);
    struct vector v = cross((struct vector){1, 2, 3}, (struct vector){3.5, -1, 2});
    v = cross(v, (struct vector){v.y, v.z, v.x});
    note((uint64_t)(v.x * 1000 + v.y * 100 + v.z));
    struct large l = {.tail = 'x'};
    for (int i = 0; i < 12; i++)
        l.at[i] = i * i;
    l = rotate(rotate(l, 5), 9);
    note((uint64_t)(l.at[0] + l.at[7] * 1000 + l.tail));
    for (int i = 0; i < 4; i++)
        note((uint64_t)many(i, (int)next_random() % 9, 'a', -3, i * 2, i * 3, i * 4, i * 5, i * 1.5, p, 'z', l));
    struct list c = {NULL, 3}, b = {&c, 2}, a = {&b, 1};
    note((uint64_t)walk(&a.value));
    int *from_literal = (int[]){4, 5, 6, 7} + 4, total = 0;
    for (int i = 0; i < 4; i++)
        total = total * 10 + *--from_literal;
    note((uint64_t)total);
}

/* --- switches and gotos ------------------------------------------------------------------------------------------------- */

static APART int machine(const unsigned char *code, int input)
{
    int stack[16], top = 0, acc = input;
    for (;;) {
        switch (*code++) {
        case 0: return acc;
        case 1: acc += *code++; break;
        case 2: acc -= *code++; break;
        case 3: acc *= *code++; break;
        case 4: stack[top++] = acc; break;
        case 5: acc += stack[--top]; break;
        case 6: acc = -acc; break;
        case 7: acc ^= 0x55; break;
        case 8: acc = acc & 1 ? acc * 3 + 1 : acc / 2; break;
        case 9: if (acc > 100) code += *code; else code++; break;
        case 10: note((uint64_t)acc); break;
        default: return -1;
        }
    }
}

static APART int threaded(const unsigned char *code, int acc)
{
    static void *const labels[] = {&&end, &&add, &&multiply, &&negate, &&halve};
#define NEXT goto *labels[*code++ % 5]
    NEXT;
add: acc += *code++; NEXT;
multiply: acc *= *code++; NEXT;
negate: acc = -acc; NEXT;
halve: note((uint64_t)acc); acc /= 2; NEXT;
end: return acc;
}

static APART const char *word(int n)
{
    switch (n) {
    case 1: return "one";
    case 2: return "two";
    case 3: return "three";
    case 5: return "five";
    case 8: return "eight";
    case 13: return "thirteen";
    case 100: return "hundred";
    default: return "many";
    }
}

static APART void jumps(void)
{
    static const unsigned char program[] = {1, 7, 3, 5, 4, 10, 2, 9, 5, 6, 7, 9, 2, 8, 8, 8, 10, 0};
    static const unsigned char other[] = {1, 5, 2, 3, 4, 3, 1, 9, 4, 0};
    for (int i = 0; i < 20; i++) {
        note((uint64_t)machine(program, i * 3));
        note((uint64_t)threaded(other, i));
        note(strlen(word(i)));
    }
}

/* --- longjmp ------------------------------------------------------------------------------------------------------------ */

static jmp_buf escape;

static APART int dig(int depth, int kept)
{
    int local = depth * 3 + kept;
    if (depth == 0)
        longjmp(escape, kept + 1);
    int result = dig(depth - 1, local % 7);
    return result + local;
}

static APART int rescue(int n)
{
    volatile int attempts = 0;
    int code = setjmp(escape);
    attempts++;
    if (code == 0)
        return dig(n, n % 5);
    note((uint64_t)code);
    if (attempts < 4)
        longjmp(escape, code + 1);
    return code + attempts;
}

static APART int guarded(int a, int b, int c)
{
    int x = a * b, y = b * c, z = a + c;
    int r = rescue(x % 9 + 1);
    return x + y * 3 + z * 5 + r;
}

/* --- variable arguments, text, numbers ---------------------------------------------------------------------------------- */

static double average(int n, ...)
{
    va_list list, again;
    double sum = 0;
    va_start(list, n);
    va_copy(again, list);
    for (int i = 0; i < n; i++)
        sum += i % 2 ? va_arg(list, double) : va_arg(list, int);
    for (int i = 0; i < n; i++)
        sum += i % 2 ? va_arg(again, double) : va_arg(again, int);
    va_end(again);
    va_end(list);
    return sum / n;
}

static int say(char *out, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsnprintf(out, size, format, list);
    va_end(list);
    return n;
}

static APART void text(void)
{
    char line[200], small[8];
    for (int i = 0; i < 6; i++) {
        int n = snprintf(line, sizeof line, "%d %s %5.2f %c %lx %d %d %d %d %d %s %g", i, word(i), i * 1.25, 'a' + i,
                         (unsigned long)i * 77777, i + 1, i + 2, i + 3, i + 4, i + 5, word(i + 1), i / 3.0);
        say(small, sizeof small, "%d-%s", n, "abcdef");
        printf("%s|%s|%d %d %d %d %d %d %d %d\n", line, small, i, n, i * i, n * n, i - n, n - i, i + n, i * n);
        for (int k = 0; k < n; k++)
            note((uint64_t)line[k]);
    }
    note((uint64_t)(average(6, 1, 2.5, 3, 4.5, 5, 6.5) * 100));
    note((uint64_t)(average(12, 1, 2.5, 3, 4.5, 5, 6.5, 7, 8.5, 9, 10.5, 11, 12.5) * 100));
}

static APART void numbers(void)
{
    unsigned __int128 wide = 1;
    for (unsigned i = 1; i < 30; i++)
        wide = wide * (i + 7) + i;
    note((uint64_t)(wide >> 64));
    note((uint64_t)wide);
    double d = 1;
    float f = 2;
    long double x = 3;
    for (int i = 1; i < 20; i++) {
        d = d * 1.1 + sqrt(i) - fmod(d, 3);
        f = f / 1.5f + (float)i;
        x = x * 1.01L + d;
    }
    note((uint64_t)(d * 1e6));
    note((uint64_t)(f * 1e4f));
    note((uint64_t)(x * 1e3L));
    int64_t s = INT64_C(-987654321987);
    note((uint64_t)(s / 1000 % 77));
    note((uint64_t)((uint32_t)s << 5 | (uint32_t)s >> 27));
}

/* --- bits, unions, big frames, alloca, atomics ---------------------------------------------------------------------------- */

struct flags { unsigned a : 3, b : 7, c : 12; signed d : 10; uint8_t e; };
union word { uint64_t whole; uint8_t bytes[8]; float f[2]; };

static APART void bits(void)
{
    struct flags f = {1, 2, 3, -4, 5};
    for (int i = 0; i < 40; i++) {
        f.a += 1u;
        f.b ^= (unsigned)i;
        f.c = f.c * 3u + f.a;
        f.d = f.d - 7;
        f.e = (uint8_t)(f.e + f.b);
    }
    note(f.a | f.b << 4 | f.c << 12);
    note((uint64_t)f.d + f.e);
    union word w = {.whole = 0x123456789abcdef};
    for (int i = 0; i < 8; i++)
        w.bytes[i] = (uint8_t)(w.bytes[7 - i] + i);
    note(w.whole);
}

static APART uint64_t big_frame(int n)
{
    uint8_t first[600], second[5000];
    uint64_t sum = 0;
    for (int i = 0; i < 600; i++)
        first[i] = (uint8_t)(i * n);
    for (int i = 0; i < 5000; i++)
        second[i] = (uint8_t)(first[i % 600] + i);
    for (int i = 0; i < 5000; i += 7)
        sum = sum * 31 + second[i] + first[i % 600];
    return n ? sum + big_frame(n - 1) : sum;
}

static APART uint64_t dynamic(int n)
{
    char *a = alloca((size_t)n * 3 + 1);
    int b[n + 2];
    uint64_t sum = 0;
    for (int i = 0; i < n * 3; i++)
        a[i] = (char)(i * 5);
    for (int i = 0; i < n + 2; i++)
        b[i] = i * n;
    for (int round = 0; round < 3; round++) {
        int c[round + n];
        for (int i = 0; i < round + n; i++)
            c[i] = a[i % (n * 3)] + b[i % (n + 2)];
        for (int i = 0; i < round + n; i++)
            sum = sum * 17 + (uint64_t)c[i];
    }
    return sum;
}

static _Alignas(64) int aligned_global[16];
static APART int over_aligned(int n)
{
    _Alignas(64) int a[16];
    for (int i = 0; i < 16; i++)
        a[i] = aligned_global[i] + n * i;
    return a[n % 16] + a[(n + 5) % 16] + (int)((uintptr_t)a % 64);
}

static APART uint64_t atomics(void)
{
    atomic_int a = 1;
    _Atomic uint64_t b = 2;
    int expected = 5;
    for (int i = 0; i < 10; i++) {
        atomic_fetch_add(&a, i);
        atomic_fetch_xor(&b, (uint64_t)i << i);
        if (!atomic_compare_exchange_strong(&a, &expected, 100))
            expected += 3;
    }
    return (uint64_t)atomic_load(&a) * 1000 + atomic_load(&b) + (uint64_t)expected;
}

/* --- unwinding: handlers of a thread that ends itself ---------------------------------------------------------------------- */

static void leave_scope(int *value)
{
    note((uint64_t)*value * 3 + 1);
}

static APART int unwind(int depth, int kept)
{
    __attribute__((cleanup(leave_scope))) int local = depth * 5 + kept;
    int before = kept * 3 + depth;
    if (depth == 0)
        pthread_exit((void *)(intptr_t)(kept + 1));
    int result = unwind(depth - 1, before % 11);
    return result + local + before;
}

static void *thread(void *argument)
{
    return (void *)(intptr_t)unwind((int)(intptr_t)argument, 7);
}

static APART void unwinding(int depth)
{
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, thread, (void *)(intptr_t)depth);
    pthread_join(t, &result);
    note((uint64_t)(intptr_t)result);
}

/* --- pointers to functions ------------------------------------------------------------------------------------------------ */

static int plus(int a, int b) { return a + b; }
static int minus(int a, int b) { return a - b; }
static int times(int a, int b) { return a * b; }
static APART int fold(int (*f)(int, int), const int *a, int n, int start)
{
    for (int i = 0; i < n; i++)
        start = f(start, a[i]);
    return start;
}

static APART void functions(void)
{
    static int (*const all[])(int, int) = {plus, minus, times};
    int values[] = {3, 1, 4, 1, 5, 9, 2, 6};
    for (int i = 0; i < 3; i++)
        note((uint64_t)fold(all[i], values, 8, i + 1));
    struct list *head = NULL;
    for (int i = 0; i < 10; i++) {
        struct list *l = malloc(sizeof *l);
        *l = (struct list){head, values[i % 8] * i};
        head = l;
    }
    while (head) {
        struct list *next = head->next;
        note((uint64_t)head->value);
        free(head);
        head = next;
    }
}

int main(int argc, char **argv)
{
    (void)argv;
    for (int round = 0; round < 6 + argc - 1; round++) {
        sorting();
        structures();
        jumps();
        note((uint64_t)guarded(round, round + 3, round * 2));
        bits();
        numbers();
        functions();
        note((uint64_t)ackermann(2, 3));
        note((uint64_t)even(round + 7));
        note(big_frame(2));
        note(dynamic(round + 4));
        note((uint64_t)over_aligned(round));
        note(atomics());
        unwinding(round + 2);
    }
    text();
    printf("%016llx\n", (unsigned long long)digest);
    return 0;
}
