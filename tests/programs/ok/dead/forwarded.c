// expect: verified
// only: gcc
// options: --dead-values=clear
// options: --dead-values=poison
// A function without hooks calls a variadic one last, by a jump: that finds the return address of a call with fewer arguments than it gets.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>

static atomic_int turn;

static __attribute__((noinline)) int sum(int count, ...)
{
    int total = 0;
    va_list list;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    va_end(list);
    turn++;
    return total;
}

static __attribute__((noinline, no_sanitize("thread"), optimize("O2"))) int sum_from(int first)
{
    return sum(3, first, first + 1, first + 2);
}

static int (*volatile pointer)(int) = sum_from;

static void *worker(void *unused)
{
    turn++;
    int total = sum_from(5);
    assert(total == 18);
    total = pointer(6);
    assert(total == 21);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
