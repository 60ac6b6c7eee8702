// expect: bug memory "block of 4 bytes"
// only: -O0
// A reference count that is not atomic: both owners may see themselves as the last. (Optimized, the
// second read is gone, and the object leaks instead.)
#include <pthread.h>
#include <stdlib.h>

struct object { int references; };

static void release(struct object *o)
{
    o->references = o->references - 1; // OR HERE
    if (o->references == 0) // OR HERE
        free(o); // BUG HERE
}

static void *owner(void *object)
{
    release(object);
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct object *o = malloc(sizeof *o);
    o->references = 2;
    pthread_create(&t, NULL, owner, o);
    release(o);
    pthread_join(t, NULL);
    return 0;
}
