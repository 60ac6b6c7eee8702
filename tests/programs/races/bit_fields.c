// expect: verified
// races: 1
// only: -O0
// Bit-fields of one unit are one piece of memory; the next byte is another.
#include <pthread.h>

static struct { unsigned a : 3, b : 5; unsigned char c; } s;

static void *first(void *unused)
{
    s.a = 1; // RACE
    s.c = 1;
    return unused;
}

static void *second(void *unused)
{
    s.b = 1; // RACE
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
