/* endless.c - threads that go on for ever: at a lock (LOCKS), looking at a variable (SPINS), or computing for a while (COMPUTES). */
#include <pthread.h>

static volatile int flag;
static int numbers[64];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *waits(void *unused)
{
#ifdef SPINS
    while (!flag) {}
#endif
#ifdef COMPUTES
    for (long i = 0; i < COMPUTES; i++)
        numbers[i % 64] += numbers[(i + 1) % 64] + 1;
#endif
#ifdef LOCKS
    for (;;) {
        pthread_mutex_lock(&lock);
        numbers[0]++;
        pthread_mutex_unlock(&lock);
    }
#endif
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, waits, NULL);
    pthread_create(&t[1], NULL, waits, NULL);
    pthread_mutex_lock(&lock);
    flag = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
