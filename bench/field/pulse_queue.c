/* PulseAudio: a lock-free pa_asyncq, whose reader and writer wait by eventfds. */
#include <assert.h>
#include <pthread.h>

#include <pulsecore/asyncq.h>

#include "pulse_rest.h"

static pa_asyncq *queue;
static int items[2];

static void *write_items(void *unused)
{
    for (int i = 0; i < 2; i++)
        assert(pa_asyncq_push(queue, &items[i], true) == 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    queue = pa_asyncq_new(2);
    assert(queue);
    pthread_create(&thread, NULL, write_items, NULL);
    for (int i = 0; i < 2; i++)
        assert(pa_asyncq_pop(queue, true) == &items[i]);
    assert(pa_asyncq_pop(queue, false) == NULL);
    pthread_join(thread, NULL);
    pa_asyncq_free(queue, NULL);
    return 0;
}
