// expect: verified
// The last one out has unlocked the mutex before it frees it; waiters have seen that they are not the last.
#include <pthread.h>
#include <stdlib.h>

struct object { pthread_mutex_t lock; int users; };

static void leave(struct object *o)
{
    pthread_mutex_lock(&o->lock);
    int left = --o->users;
    pthread_mutex_unlock(&o->lock);
    if (left == 0) {
        pthread_mutex_destroy(&o->lock);
        free(o);
    }
}

static void *user(void *object)
{
    leave(object);
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct object *o = malloc(sizeof *o);
    pthread_mutex_init(&o->lock, NULL);
    o->users = 2;
    pthread_create(&t, NULL, user, o);
    leave(o);
    pthread_join(t, NULL);
    return 0;
}
