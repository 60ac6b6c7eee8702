// expect: bug misuse "free of a block of"
// The object goes with its lock held.
#include <pthread.h>
#include <stdlib.h>

struct object { int value; pthread_mutex_t lock; };

static void *drop(void *argument)
{
    struct object *o = argument;
    pthread_mutex_lock(&o->lock);
    free(o); // BUG HERE
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct object *o = malloc(sizeof *o);
    pthread_mutex_init(&o->lock, NULL);
    pthread_create(&t, NULL, drop, o);
    pthread_join(t, NULL);
    return 0;
}
