// expect: verified
// races: 0
// Thread-specific values are nobody else's; the destructor runs before the join.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *work(void *unused)
{
    int *own = malloc(sizeof *own);
    *own = 1;
    pthread_setspecific(key, own);
    ++*(int *)pthread_getspecific(key);
    assert(*own == 2);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_key_create(&key, free);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
