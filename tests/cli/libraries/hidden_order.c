/* hidden_order.c - what one thread keeps in a library another one finds, or does not: both orders must be met. */
#include <assert.h>
#include <pthread.h>

void hidden_init(void);
void hidden_set(int value);
int hidden_get(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *sets(void *unused)
{
    pthread_mutex_lock(&mutex);
    hidden_set(1);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *gets(void *unused)
{
    pthread_mutex_lock(&mutex);
    int found = hidden_get();
    pthread_mutex_unlock(&mutex);
    assert(found == EXPECTED);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    hidden_init();
    pthread_create(&t, NULL, sets, NULL);
    pthread_create(&u, NULL, gets, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
