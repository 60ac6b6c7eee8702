// expect: verified
// A transaction that starts again by longjmp when a version number has changed. Spans scheduling points.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

static atomic_int version, value;

static void commit(jmp_buf start, int seen)
{
    if (!atomic_compare_exchange_strong(&version, &seen, seen + 1))
        longjmp(start, 1);
}

static void *work(void *unused)
{
    jmp_buf start;
    setjmp(start);
    int seen = atomic_load(&version);
    commit(start, seen);
    atomic_fetch_add(&value, 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(version == 2 && value == 2);
    return 0;
}
