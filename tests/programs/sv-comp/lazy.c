// expect: bug assertion "0"
// One thread adds one, another two, a third fails if the sum is three. In the shape of lazy01.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); } // BUG HERE

static pthread_mutex_t m;
static int data;

static void *add_one(void *unused)
{
    pthread_mutex_lock(&m);
    data++;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *add_two(void *unused)
{
    pthread_mutex_lock(&m);
    data += 2;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *look(void *unused)
{
    pthread_mutex_lock(&m);
    if (data >= 3)
        reach_error();
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    pthread_mutex_init(&m, NULL);
    pthread_create(&t[0], NULL, add_one, NULL);
    pthread_create(&t[1], NULL, add_two, NULL);
    pthread_create(&t[2], NULL, look, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    pthread_mutex_destroy(&m);
    return 0;
}
