// expect: bug runaway
// options: --hang=50ms
// The same without any memory access: only the processor is busy.
#include <pthread.h>

static void *work(void *unused)
{
    for (;;)
        __asm__ volatile("");
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
