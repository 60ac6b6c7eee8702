// expect: bug assertion "!inexact()"
// Floating-point exceptions that the program reads by an instruction: they are kept, although no function of libm asks for them.
#include <assert.h>
#include <pthread.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile double one = 1, two = 2, three = 3, quotient;
static int chosen;

static int inexact(void)
{
#if defined(__x86_64__)
    return (_mm_getcsr() & _MM_EXCEPT_INEXACT) != 0;
#else
    unsigned long flags;
    __asm__ volatile("mrs %0, fpsr" : "=r"(flags));
    return (flags & 16) != 0;
#endif
}

static void *divide(void *unused)
{
    pthread_mutex_lock(&mutex);
    int third = chosen;
    pthread_mutex_unlock(&mutex);
    quotient = one / (third ? three : two);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    assert(!inexact()); // BUG HERE
    return unused;
}

static void *choose(void *unused)
{
    pthread_mutex_lock(&mutex);
    chosen = 1;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, divide, NULL);
    pthread_create(&u, NULL, choose, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
