// expect: verified
// Atomic reference counting: the last owner frees, and only the last.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object { atomic_int references; int payload; };
static atomic_int freed;

static void release(struct object *o)
{
    assert(o->payload == 3);
    if (atomic_fetch_sub(&o->references, 1) == 1) {
        free(o);
        atomic_fetch_add(&freed, 1);
    }
}

static void *owner(void *object)
{
    release(object);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    struct object *o = malloc(sizeof *o);
    atomic_init(&o->references, 3);
    o->payload = 3;
    pthread_create(&a, NULL, owner, o);
    pthread_create(&b, NULL, owner, o);
    release(o);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(freed == 1);
    return 0;
}
