// expect: bug assertion "found < 4"
// options: --uninit
// only: -O0
// A local variable that is set only if something is found.
#include <assert.h>
#include <pthread.h>

static int table[4];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int find(int wanted)
{
    int found;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 4; i++)
        if (table[i] == wanted)
            found = i;
    pthread_mutex_unlock(&lock);
    return found;
}

static void *work(void *unused)
{
    unsigned found = (unsigned)find(7);
    assert(found < 4); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    table[2] = 7;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
