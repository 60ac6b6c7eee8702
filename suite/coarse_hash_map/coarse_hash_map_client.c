/* The standard client of the hash map with one lock. */
#include "coarse_hash_map.h"

#ifndef THREADS
#define THREADS 3
#endif
#ifndef CALLS
#define CALLS 4
#endif
#ifndef BINS
#define BINS 4
#endif

#include "../include/standard_client.h"

static void *create(void) { return coarse_hash_map_create(BINS); }
static void destroy(void *object) { coarse_hash_map_destroy(object); }

static int call(void *object, struct call call)
{
    switch (call.method) {
    case ADD: return coarse_hash_map_put(object, call.key, value_of(call.key));
    case REMOVE: return coarse_hash_map_remove(object, call.key);
    default: return coarse_hash_map_get(object, call.key);
    }
}

int main(void)
{
    standard_client(&(struct subject){create, destroy, call, specify_map});
    return 0;
}
