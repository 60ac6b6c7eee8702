// expect: bug livelock "threads 0 1 go round for ever"
// options: --search=dfs --reduction=sum
// native: endless
// Each thread holds what the other one wants, tries for it, and never lets its own go: both move, and nothing ends.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int tries[2];

static void take_both(pthread_mutex_t *first, pthread_mutex_t *second, int me)
{
    pthread_mutex_lock(first);
    while (pthread_mutex_trylock(second) != 0) // BUG HERE
        tries[me] ^= 1; // OR HERE
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *backward(void *unused)
{
    take_both(&b, &a, 1);
    return tries[0] ? unused : NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, backward, NULL);
    take_both(&a, &b, 0);
    pthread_join(t, NULL);
    return tries[1] > 1;
}
