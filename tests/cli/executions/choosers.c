/* choosers.c - each of THREADS threads adds to the counter or does not, as it chooses. ASKED: and returns what was there. */
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *maybe_add(void *unused)
{
#ifdef ASKED
    if (mz_choose(2))
        unused = (void *)(long)atomic_fetch_add(&count, 1);
#else
    if (mz_choose(2))
        atomic_fetch_add(&count, 1);
#endif
    return unused;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, maybe_add, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
