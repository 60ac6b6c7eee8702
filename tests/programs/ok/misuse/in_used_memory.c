// expect: verified
// Locks in blocks that come from the heap again and again, without being destroyed: a new block is a new object.
#include <pthread.h>
#include <stdlib.h>

struct object { pthread_mutex_t lock; pthread_cond_t changed; };

static void *work(void *unused)
{
    for (int i = 0; i < 6; i++) {
        struct object *o = malloc(sizeof *o);
        pthread_mutex_init(&o->lock, NULL);
        pthread_cond_init(&o->changed, NULL);
        pthread_mutex_lock(&o->lock);
        pthread_mutex_unlock(&o->lock);
        free(o);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
