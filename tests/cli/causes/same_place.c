/* Two threads reserve the same entry, and one that is expected stays empty. */
#include <assert.h>
#include <pthread.h>
static int id[2];
static int next_free;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int look(void)
{
    pthread_mutex_lock(&lock);
    int at = next_free;
    pthread_mutex_unlock(&lock);
    return at;
}
static void *reserve(void *p)
{
    int at = look();
    pthread_mutex_lock(&lock);
    next_free = at + 1;
    id[at] = at + 1;
    pthread_mutex_unlock(&lock);
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, reserve, 0);
    pthread_create(&b, 0, reserve, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(id[1] == 2);
    return 0;
}
