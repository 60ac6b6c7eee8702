/* mixed_writes.c - what y tells has to come with the write of x before it; the writes of x are seq_cst for what u and w tell. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, u, w;
static int a, r0, r1, r2;

static void *first(void *p)
{
    atomic_store(&x, 2);
    atomic_store(&y, 1);
    r0 = atomic_load(&u);
    return p;
}

static void *second(void *p)
{
    a = atomic_load(&y);
    atomic_store(&x, 1);
    r2 = atomic_load(&w);
    return p;
}

static void *third(void *p)
{
    atomic_store(&u, 1);
    atomic_store(&w, 1);
    r1 = atomic_load(&x);
    return p;
}

int main(void)
{
    static void *(*const all[])(void *) = {first, second, third};
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, all[i], 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(!(r0 == 0 && r1 == 0) && !(r2 == 0 && r1 == 0));
    assert(!(a == 1 && atomic_load(&x) == 2));
    return 0;
}
