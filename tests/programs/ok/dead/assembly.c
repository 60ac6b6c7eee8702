// expect: verified
// only: x86_64
// options: --visible=all
// options:
// Values that only assembly asks for: the count in rcx by which `loop` and `jrcxz` go, and what is set in one round for the next.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

__attribute__((noinline)) static int is_zero(long unused, long n)
{
    (void)unused;
    x++;
    __asm__ goto("jrcxz %l1" ::"c"(n)::zero);
    (void)atomic_load(&x);
    return 0;
zero:
    (void)atomic_load(&x);
    return 1;
}

__attribute__((noinline)) static long set_in_rounds(long n, long value)
{
    long found;
    x++;
    __asm__("xor %%edx, %%edx\n1: mov %%rdx, %0\n\tmov %2, %%rdx\n\tloop 1b\n\txor %%edx, %%edx"
            : "=&r"(found), "+c"(n)
            : "r"(value)
            : "rdx", "cc");
    (void)atomic_load(&x);
    return found;
}

__attribute__((noinline)) static long unless_last(long n, long value)
{
    x++;
    __asm__ goto("loop %l1" ::"c"(n)::more);
    (void)atomic_load(&x);
    return 0;
more:
    (void)atomic_load(&x);
    return value;
}

static int (*volatile zero)(long, long) = is_zero;
static long (*volatile rounds)(long, long) = set_in_rounds, (*volatile unless)(long, long) = unless_last;

static void *ask(void *unused)
{
    assert(!zero(0, 4));
    assert(rounds(4, 77) == 77);
    assert(unless(4, 77) == 77);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, ask, NULL);
    ask(NULL);
    pthread_join(t, NULL);
    return 0;
}
