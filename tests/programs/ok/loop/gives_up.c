// expect: verified
// options: -DWAIT=bounded
// options: -DWAIT=counts_down
// options: -DWAIT=derived
// options: -DWAIT=by_function
// options: -DWAIT=outer_loop
// options: -DWAIT=through_memory
// options: -DWAIT=by_index
// A loop counts while it waits for what nobody does, and gives up in the end: the count ends it, if not where it is compared.
#include <pthread.h>
#include <stdatomic.h>

enum { MANY = 3000 };

atomic_int flag;
static atomic_int done;
static char       stop[MANY + 1];

static inline long bounded(void)
{
    long n;
    for (n = 0; n < MANY && !flag; n++)
        ;
    return n;
}

static inline long counts_down(void)
{
    int left = MANY;
    while (!flag && --left)
        ;
    return left;
}

static inline long derived(void)
{
    long n = 0, left = MANY, last = 0;
    while (!flag && !last) {
        n++;
        left = MANY - n;
        last = left == 0;
    }
    return n;
}

static __attribute__((noinline)) int is_set(long *n)
{
    return flag || ++*n == MANY;
}

static inline long by_function(void)
{
    long n = 0;
    while (!is_set(&n))
        ;
    return n;
}

static __attribute__((noinline)) long few_rounds(long n)
{
    for (int i = 0; i < 2 && !flag; i++)
        n++;
    return n;
}

static inline long outer_loop(void)
{
    long n = 0;
    while (n < MANY && !flag)
        n = few_rounds(n);
    return n;
}

static inline long through_memory(void)
{
    long n = 0, *to = &n, at = 0;
    while (!flag) {
        *to = ++at;
        if (n == MANY)
            break;
    }
    return n;
}

static inline long by_index(void)
{
    long n = 0;
    while (!flag && !stop[n])
        n++;
    return n;
}

static void *work(void *unused)
{
    flag = 0;
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    stop[MANY] = 1;
    pthread_create(&t, NULL, work, NULL);
    long n = WAIT();
    pthread_join(t, NULL);
    return n > MANY || !done;
}
