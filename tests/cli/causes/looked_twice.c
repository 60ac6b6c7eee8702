/* A level that is looked at without the lock, and again with it, but for the wrong relation. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int      level;

static void *raise_to(void *wanted)
{
    int to = *(int *)wanted;
    if (level >= to)
        return NULL;
    pthread_mutex_lock(&lock);
    if (level != to)
        level = to;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int       to[2] = {1, 2};
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, raise_to, &to[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(level == 2);
    return 0;
}
