// expect: bug livelock "no end can be reached any more"
// native: endless
// A thread polls a flag under a lock, and nobody sets it: each round takes the lock and gives it back.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int ready; // not static: the compiler would see that nobody sets it
static int others;

static int is_ready(void)
{
    pthread_mutex_lock(&lock); // BUG HERE
    int now = ready;
    pthread_mutex_unlock(&lock); // OR HERE
    return now;
}

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    others++; // should have set ready
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    while (!is_ready())
        ;
    pthread_join(t, NULL);
    return 0;
}
