/* parts.c - threads that are done with variables before others are. -DBUG: an order of two accesses that are the last of their threads. */
#include <assert.h>
#include <pthread.h>

static int a, b, c;

static void *one(void *p)
{
    a = 1;
    for (int i = 0; i < 3; i++)
        c++;
    b = 2;
    return p;
}

static void *two(void *p)
{
    int seen = a;
    a = seen + 1;
    for (int i = 0; i < 3; i++)
        b = i;
#ifdef BUG
    assert(seen == 0 || a < 2);
#endif
    return p;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, one, NULL);
    pthread_create(&u, NULL, two, NULL);
    c = 5;
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
