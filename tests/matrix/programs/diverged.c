// not: --no-guard
// The processor's clock, read by an instruction: in every interleaving, as the first walks look for it.
#include "../between.h"

static unsigned long long ticks(void)
{
#ifdef FIXED
    return 1;
#elif defined __aarch64__
    unsigned long long now;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(now));
    return now;
#else
    return __builtin_ia32_rdtsc();
#endif
}

static void look(void)
{
    volatile unsigned long long now = ticks();
    pthread_mutex_lock(&between_lock);
    between_stage = now == 0 ? 3 : 4;
    pthread_mutex_unlock(&between_lock);
}

int main(void)
{
    return both(nothing, look);
}
