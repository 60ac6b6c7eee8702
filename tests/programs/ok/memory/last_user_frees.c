// expect: verified
// options: --leaks
// The reference count is right: whoever is the last frees, and nobody comes later.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object { atomic_int users; int value; };

static void release(struct object *o)
{
    o->value + 0;
    if (atomic_fetch_sub(&o->users, 1) == 1)
        free(o);
}

static void *user(void *object)
{
    release(object);
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct object *o = calloc(1, sizeof *o);
    atomic_init(&o->users, 2);
    pthread_create(&t, NULL, user, o);
    release(o);
    pthread_join(t, NULL);
    return 0;
}
