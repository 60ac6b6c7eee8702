// expect: unknown "the path does not end: spins grows"
// options: -DTAKE=0
// options: -DTAKE=1
// options: -DTAKE=2
// Threads that count, in a variable that all of them share, how often they have tried to get a lock in vain: there is no end of states.
// The path is given up, with a word about why, and everything else is explored.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock, spins;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int total;

/* By one of three means. */
static int take(void)
{
    int zero = 0;
    if (TAKE == 0)
        return !atomic_exchange(&lock, 1);
    return TAKE == 1 ? atomic_compare_exchange_strong(&lock, &zero, 1) : !pthread_mutex_trylock(&mutex);
}

static void give_back(void)
{
    if (TAKE < 2)
        atomic_store(&lock, 0);
    else
        pthread_mutex_unlock(&mutex);
}

static void *work(void *unused)
{
    while (!take())
        spins++;
    total++;
    give_back();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return total != 2 || spins < 0;
}
