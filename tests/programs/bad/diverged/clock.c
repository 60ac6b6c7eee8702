// expect: unknown "not deterministic"
// only: x86_64
// The processor's clock decides which of two variables is written.
#include <pthread.h>
#include <stdatomic.h>

atomic_int x[64];

static void *work(void *unused)
{
    for (int i = 0; i < 8; i++)
        atomic_fetch_add(&x[__builtin_ia32_rdtsc() >> 5 & 63], 1);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    for (int i = 0; i < 64; i++)
        atomic_store(&x[i], 3);
    pthread_join(t, NULL);
    return 0;
}
