// expect: bug memory "free"
// The count is atomic, but it is looked at in a second operation: both owners may see zero.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object { atomic_int references; };
static struct object keep = {2};
static void *block;

static void *owner(void *unused)
{
    atomic_fetch_sub(&keep.references, 1);
    if (atomic_load(&keep.references) == 0)
        free(block); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    block = malloc(16);
    pthread_create(&t, NULL, owner, NULL);
    owner(NULL);
    pthread_join(t, NULL);
    return 0;
}
