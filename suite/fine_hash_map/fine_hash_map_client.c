/* The standard client of the hash map with a lock for each bin. */
#include "fine_hash_map.h"

#ifndef THREADS
#define THREADS 3
#endif
#ifndef CALLS
#define CALLS 4
#endif
#ifndef BINS
#define BINS 2
#endif

#include "../include/standard_client.h"

static void *create(void) { return fine_hash_map_create(BINS); }
static void destroy(void *object) { fine_hash_map_destroy(object); }

static int call(void *object, struct call call)
{
    switch (call.method) {
    case ADD: return fine_hash_map_put(object, call.key, value_of(call.key));
    case REMOVE: return fine_hash_map_remove(object, call.key);
    default: return fine_hash_map_get(object, call.key);
    }
}

int main(void)
{
    standard_client(&(struct subject){create, destroy, call, specify_map});
    return 0;
}
