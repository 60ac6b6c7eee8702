/* The standard client of the list with one read-write lock. */
#include "rw_list_set.h"

#ifndef THREADS
#define THREADS 3
#endif
#ifndef CALLS
#define CALLS 4
#endif

#include "../include/standard_client.h"

static void *create(void) { return rw_list_set_create(); }
static void destroy(void *object) { rw_list_set_destroy(object); }

static int call(void *object, struct call call)
{
    switch (call.method) {
    case ADD: return rw_list_set_add(object, call.key);
    case REMOVE: return rw_list_set_remove(object, call.key);
    default: return rw_list_set_contains(object, call.key);
    }
}

int main(void)
{
    standard_client(&(struct subject){create, destroy, call, specify_set});
    return 0;
}
