/* helper.c - see helper.h. Built by the system's compiler, not by mazurka cc. */
#include "helper.h"

#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static int number;
static int table[64] = {1, 2, 3};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void helper_fill(int *to, int n, int value)
{
    for (int i = 0; i < n; i++)
        to[i] = value;
}

int helper_read(int *const *table, int n)
{
    return table[n] ? *table[n] : 0;
}

int helper_next(void)
{
    table[number % 64]++;
    return ++number;
}

int helper_apply(int (*f)(int), int x)
{
    volatile int before = x;
    int result = f(x) + 1;
    return before == x ? result : -1;
}

int helper_apply_last(int (*f)(int), int x)
{
    return f(x);
}

char *helper_copy(const char *s)
{
    char *copy = malloc(strlen(s) + 1);
    return copy ? strcpy(copy, s) : NULL;
}

int helper_sum(int n, ...)
{
    va_list list;
    int sum = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        sum += va_arg(list, int);
    va_end(list);
    return sum;
}

double helper_scale(double x, float y)
{
    return x * y;
}

int helper_locked_add(int *sum, int n, int (*f)(int))
{
    pthread_mutex_lock(&lock);
    int old = *sum, more = f(n);
    *sum = old + more;
    pthread_mutex_unlock(&lock);
    return old;
}

struct helper_pair helper_pair(long a, long b)
{
    return (struct helper_pair){a, b, a + b, a - b};
}

static int added;

static void add(int *to, int n)
{
    *to += n;
    added += n;
}

static void *start(void *count)
{
    add(count, 1);
    return NULL;
}

static int begun;

static void once(void)
{
    begun++;
}

int helper_number(void)
{
    return begun;
}

static int compared;

int helper_compared(void)
{
    return compared;
}

static int compare(const void *a, const void *b)
{
    const int *left = a, *right = b;
    compared++;
    return (*left > *right) - (*left < *right);
}

const struct helper_operations *helper_operations(void)
{
    static const struct helper_operations operations = {add, start, once, compare};
    return &operations;
}

extern int lent_level __attribute__((weak)); /* of a program that has it */
int helper_level;

int helper_sees(const char *name)
{
    return getenv(name) || helper_level || (&lent_level && lent_level);
}

static int stage;
static void (*task)(void);

void helper_post(void (*f)(void))
{
    task = f;
    __atomic_store_n(&stage, 1, __ATOMIC_RELEASE);
}

static void wait_for(int wanted)
{
    while (__atomic_load_n(&stage, __ATOMIC_ACQUIRE) != wanted)
        sched_yield();
}

void *helper_serve(void *p)
{
    wait_for(1);
    task();
    __atomic_store_n(&stage, 2, __ATOMIC_RELEASE);
    return p;
}

void helper_await(void)
{
    wait_for(2);
}

struct helper_early helper_early;

__attribute__((constructor)) static void begin(void)
{
    sem_init(&helper_early.one, 0, 1);
    sem_post(&helper_early.one);
    sem_wait(&helper_early.one);
    pthread_barrier_init(&helper_early.two, NULL, 2);
    pthread_key_create(&helper_early.none, NULL);
    pthread_key_create(&helper_early.key, NULL);
    pthread_key_delete(helper_early.none);
    pthread_setspecific(helper_early.key, &helper_early);
}

int helper_inexact(void)
{
#if defined(__x86_64__)
    unsigned flags;
    __asm__ volatile("stmxcsr %0" : "=m"(flags));
    return (flags & 32) != 0;
#else
    unsigned long flags;
    __asm__ volatile("mrs %0, fpsr" : "=r"(flags));
    return (flags & 16) != 0;
#endif
}
