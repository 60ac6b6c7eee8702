// expect: verified
// options: --visible=all
// options:
// Stores that nobody reads are made all the same: the pointers that they go through are no dead values, whatever becomes of what is stored.
#include <pthread.h>
#include <stdatomic.h>

static pthread_t first, second;
static atomic_int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *p)
{
    pthread_mutex_lock(&m);
    *(long *)p += 1;
    pthread_mutex_unlock(&m);
    return p;
}

static void *store(void *unused)
{
    long v = 0, *p = &v;
    x++;
    *p = 5;
    return unused;
}

static void lend(void)
{
    long v = 0, *p = &v;
    pthread_create(&second, NULL, add, p);
    pthread_mutex_lock(&m);
    *p = 2;
    pthread_mutex_unlock(&m);
    pthread_join(second, NULL);
}

/* Where the variable that others had has been. */
static void keep(void)
{
    long v = 0, *p = &v;
    *p = 5;
}

int main(void)
{
    pthread_create(&first, NULL, store, NULL);
    lend();
    keep();
    x++;
    pthread_join(first, NULL);
    return 0;
}
