// expect: bug memory "atomic update in a freed block of 4 bytes (offset 0)"
// A reference count lies in the object that it counts references to: taking one comes too late.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int *count;

static void *user(void *unused)
{
    atomic_fetch_add(count, 1); // BUG HERE
    if (atomic_fetch_sub(count, 1) == 1) // OR HERE
        free(count);
    return unused;
}

int main(void)
{
    pthread_t t;
    count = malloc(sizeof *count);
    atomic_init(count, 1);
    pthread_create(&t, NULL, user, NULL);
    if (atomic_fetch_sub(count, 1) == 1)
        free(count);
    pthread_join(t, NULL);
    return 0;
}
