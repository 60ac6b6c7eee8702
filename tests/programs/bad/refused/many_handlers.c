// expect: refused "more than 1024 exit handlers are not supported"
// glibc takes as many as there is memory for.
#include <pthread.h>
#include <stdlib.h>

static void at_end(void)
{
}

static void *rest(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, rest, NULL);
    for (int i = 0; i < 2000; i++)
        atexit(at_end);
    pthread_join(t, NULL);
    return 0;
}
