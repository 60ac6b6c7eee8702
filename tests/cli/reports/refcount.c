/* A reference count that is looked at and decremented in two steps: nobody frees, or two do. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct buffer {
    atomic_int references;
    char       text[12];
};

static void buffer_put(struct buffer *b)
{
    atomic_fetch_sub_explicit(&b->references, 1, memory_order_acq_rel);
    if (atomic_load_explicit(&b->references, memory_order_acquire) == 0)
        free(b);
}

static void *user(void *buffer)
{
    buffer_put(buffer);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    struct buffer *b = calloc(1, sizeof *b);
    atomic_init(&b->references, 2);
    pthread_create(&thread, NULL, user, b);
    buffer_put(b);
    pthread_join(thread, NULL);
    return 0;
}
