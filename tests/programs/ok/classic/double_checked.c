// expect: verified
// Double-checked locking with an atomic pointer that is stored last.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config { int size; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct config *) instance;
static int made;

static struct config *get(void)
{
    struct config *c = atomic_load(&instance);
    if (c)
        return c;
    pthread_mutex_lock(&lock);
    c = atomic_load(&instance);
    if (!c) {
        c = malloc(sizeof *c);
        c->size = 10;
        made++;
        atomic_store(&instance, c);
    }
    pthread_mutex_unlock(&lock);
    return c;
}

static void *user(void *unused)
{
    assert(get()->size == 10);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(made == 1);
    free(instance);
    return 0;
}
