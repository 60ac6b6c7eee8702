// expect: verified
// Shape: SV-COMP, pthread family, bigshot_s: the threads are joined one after the other. Known verdict: safe.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char *v;

static void *allocate(void *unused)
{
    v = malloc(8);
    return unused;
}

static void *copy(void *unused)
{
    if (v)
        strcpy(v, "Bigshot");
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, allocate, NULL);
    pthread_join(a, NULL);
    pthread_create(&b, NULL, copy, NULL);
    pthread_join(b, NULL);
    assert(!v || v[0] == 'B');
    free(v);
    return 0;
}
