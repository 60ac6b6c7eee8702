// expect: unknown "lead to another state"
// only: x86_64
// The processor's clock, read by an instruction and kept in a local variable: all operations are the same in every run.
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *work(void *unused)
{
    volatile unsigned long long now = __builtin_ia32_rdtsc();
    atomic_store(&x, 1);
    atomic_store(&x, now == 0);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    atomic_store(&x, 3);
    pthread_join(t, NULL);
    return 0;
}
