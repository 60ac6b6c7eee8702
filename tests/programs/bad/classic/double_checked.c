// expect: bug assertion "size == 10"
// Double-checked locking that publishes the object before it is filled in.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config { atomic_int size; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct config *) instance;

static struct config *get(void)
{
    if (!atomic_load(&instance)) {
        pthread_mutex_lock(&lock);
        if (!atomic_load(&instance)) {
            atomic_store(&instance, calloc(1, sizeof(struct config)));
            atomic_load(&instance)->size = 10;
        }
        pthread_mutex_unlock(&lock);
    }
    return atomic_load(&instance);
}

static void *user(void *unused)
{
    assert(get()->size == 10); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
