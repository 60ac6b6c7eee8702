/* box_use.c - a program with that library. */
#include <assert.h>
#include <pthread.h>
#include "box.h"

static struct box box;

static void *put(void *p) { box_put(&box, 5); return p; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, put, 0);
    int seen = box_is_full(&box);
    int value = box_get(&box);
    assert(value == 5 || !value);
    assert(!seen || value);
    if (box_is_full(&box))
        assert(box.value == 5);
    pthread_join(t, 0);
    return 0;
}
