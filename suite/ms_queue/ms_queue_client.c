/* The standard client of the queue without locks. */
#include "ms_queue.h"

#ifndef THREADS
#define THREADS 3
#endif
#ifndef CALLS
#define CALLS 4
#endif

#include "../include/standard_client.h"

static void *create(void) { return ms_queue_create(); }
static void destroy(void *object) { ms_queue_destroy(object); }

static int call(void *object, struct call call)
{
    switch (call.method) {
    case ADD: return ms_queue_offer(object, call.key);
    case REMOVE: return ms_queue_remove(object, call.key);
    default: return ms_queue_contains(object, call.key);
    }
}

int main(void)
{
    standard_client(&(struct subject){create, destroy, call, specify_queue});
    return 0;
}
