/* alone.c - the program imports no function of its library, only a variable that holds one's address. */
#include "ways.h"

#include <assert.h>
#include <pthread.h>

static int x;

static void *one(void *unused)
{
    ways_put(&x, 1);
    return unused;
}

static void *two(void *unused)
{
    ways_put(&x, 2);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, one, NULL);
    pthread_create(&u, NULL, two, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(x == 2);
    return 0;
}
