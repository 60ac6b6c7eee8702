/* One counter is changed under a lock, the other one is not. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int locked, plain;

static void add(void)
{
    plain++;
}

static void *work(void *p)
{
    pthread_mutex_lock(&m);
    locked++;
    pthread_mutex_unlock(&m);
    add();
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    return pthread_join(b, 0);
}
