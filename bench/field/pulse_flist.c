/* PulseAudio: two threads push to and pop from one lock-free pa_flist of two places; no item is there twice. */
#include <assert.h>
#include <pthread.h>

#include <pulsecore/flist.h>

#include "pulse_rest.h"

static pa_flist *list;
static int items[2];

static void *use(void *item)
{
    assert(pa_flist_push(list, item) == 0);
    int *taken = pa_flist_pop(list);
    if (taken)
        ++*taken; // nobody else has it
    return NULL;
}

int main(void)
{
    pthread_t thread;
    list = pa_flist_new(2);
    assert(list);
    pthread_create(&thread, NULL, use, &items[0]);
    use(&items[1]);
    pthread_join(thread, NULL);
    int left = 0;
    while (pa_flist_pop(list))
        left++;
    assert(items[0] + items[1] + left == 2);
    pa_flist_free(list, NULL);
    return 0;
}
