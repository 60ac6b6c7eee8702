// expect: verified
// races: 1
// Two threads write without a lock, each only if it comes at the right time: few interleavings have both.
#include <pthread.h>

int x, count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int next(void)
{
    pthread_mutex_lock(&lock);
    int mine = ++count;
    pthread_mutex_unlock(&lock);
    return mine;
}

static void *once(void *unused)
{
    if (next() == 2)
        x = 1; // RACE
    return unused;
}

static void *often(void *unused)
{
    for (int i = 0; i < 4; i++)
        if (next() == 6)
            x = 2; // RACE
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, once, NULL);
    pthread_create(&b, NULL, once, NULL);
    pthread_create(&c, NULL, often, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
