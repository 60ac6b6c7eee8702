/* A queue whose take() waits. With -DLOST a put() into a queue that is not empty wakes nobody. */
#include <pthread.h>
#include <stdlib.h>

struct mailbox {
    pthread_mutex_t lock;
    pthread_cond_t  filled;
    int             count, value[16];
};

static struct mailbox *mailbox_new(void)
{
    struct mailbox *m = calloc(1, sizeof *m);
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->filled, NULL);
    return m;
}

static void mailbox_put(struct mailbox *m, int value)
{
    pthread_mutex_lock(&m->lock);
#ifdef LOST
    if (m->count == 0)
#endif
        pthread_cond_signal(&m->filled);
    m->value[m->count++] = value;
    pthread_mutex_unlock(&m->lock);
}

static int mailbox_take(struct mailbox *m)
{
    pthread_mutex_lock(&m->lock);
    while (m->count == 0)
        pthread_cond_wait(&m->filled, &m->lock);
    int value = m->value[0];
    m->count--;
    for (int i = 0; i < m->count; i++)
        m->value[i] = m->value[i + 1];
    pthread_mutex_unlock(&m->lock);
    return value;
}
