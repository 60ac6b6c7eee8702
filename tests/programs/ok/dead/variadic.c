// expect: verified
// states: 183
// only: gcc
// options: --dead-values=clear
// options: --dead-values=poison
// A variadic function stores every register that could hold an argument. What hooks have left in the others is not part of the state.
// Number: tests/lib/count_states.py.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>

static atomic_int total;

static __attribute__((noinline)) void add(const char *format, ...)
{
    double half = 0;
    va_list list;
    va_start(list, format);
    for (; *format; format++) {
        if (*format == 'd')
            atomic_fetch_add(&total, va_arg(list, int));
        else
            half += va_arg(list, double);
    }
    atomic_fetch_add(&total, (int)(2 * half));
    va_end(list);
}

/* Leaves different things in registers. */
static __attribute__((noinline)) void fill(int *numbers)
{
    int from = atomic_load(&total);
    for (int i = 0; i < 3; i++)
        numbers[i] = from + i;
    for (int i = 0; i < 3; i++)
        numbers[i] -= from;
}

static void *worker(void *unused)
{
    int numbers[3];
    fill(numbers);
    add("d", numbers[1]);
    add("dddddd", 1, 0, 0, 0, 0, numbers[1] + numbers[2]);
    add("fdf", 0.5, numbers[1], 0.5);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&total) == 16);
    return 0;
}
