// expect: verified
// races: 0
// Bytes side by side, and fields that are no bit-fields, are different memory.
#include <pthread.h>

static struct { char a, b; short c; } s;
static char bytes[2];

static void *first(void *unused)
{
    s.a = 1;
    bytes[0] = 1;
    s.c = 1;
    return unused;
}

static void *second(void *unused)
{
    s.b = 1;
    bytes[1] = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
