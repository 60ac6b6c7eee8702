// expect: bug memory "in a freed block"
// Who frees the object has the lock, and who waits for it comes too late.
#include <pthread.h>
#include <stdlib.h>

struct object { pthread_mutex_t lock; int uses; };

static void *user(void *argument)
{
    struct object *o = argument;
    pthread_mutex_lock(&o->lock); // BUG HERE
    o->uses++;
    pthread_mutex_unlock(&o->lock); // OR HERE
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct object *o = calloc(1, sizeof *o);
    pthread_create(&t, NULL, user, o);
    pthread_mutex_lock(&o->lock);
    o->uses++;
    pthread_mutex_unlock(&o->lock);
    free(o);
    pthread_join(t, NULL);
    return 0;
}
