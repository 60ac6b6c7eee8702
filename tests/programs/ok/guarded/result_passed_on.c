// expect: verified
// options: -lm
// What a function returns is passed on in the register where it is: it is an argument, too, and must reach a function without hooks.
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>

static volatile double number = 12.5;
static double part, last;
static int exponent;
static atomic_int count = 3;

static __attribute__((noinline)) double second(int n, ...)
{
    va_list list;
    va_start(list, n);
    double value = va_arg(list, double);
    va_end(list);
    return value + n;
}

static void *worker(void *unused)
{
    part = frexp(floor(number), &exponent);
    last = second(atomic_load(&count), floor(number));
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(part == 0.75 && exponent == 4 && last == 15);
    return 0;
}
