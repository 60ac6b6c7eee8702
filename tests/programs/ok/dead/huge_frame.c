// expect: verified
// A frame that is larger than what is looked at for dead values, and a thread that has room for it.
// options: --stack=16M
// options: --stack=16M --dead-values=keep
#include <assert.h>
#include <pthread.h>

enum { SIZE = 9000000 };

static int sum;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int huge(int value)
{
    volatile char room[SIZE];
    room[SIZE - 5] = (char)value;
    return room[SIZE - 5];
}

static void *add(void *value)
{
    pthread_mutex_lock(&mutex);
    sum += huge(*(int *)value);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    static int values[] = {1, 2};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 16 << 20);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], &attributes, add, &values[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(sum == 3);
    return 0;
}
