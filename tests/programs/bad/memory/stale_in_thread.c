// expect: bug memory "freed block of 8 bytes"
// Between free and malloc another thread still has the old pointer.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config { int size, used; };
static _Atomic(struct config *) current;

static void *reader(void *unused)
{
    struct config *c = current;
    volatile int used = c->used; // BUG HERE
    (void)used;
    return unused;
}

int main(void)
{
    pthread_t t;
    current = calloc(1, sizeof(struct config));
    pthread_create(&t, NULL, reader, NULL);
    free(current);
    current = calloc(1, sizeof(struct config));
    pthread_join(t, NULL);
    free(current);
    return 0;
}
