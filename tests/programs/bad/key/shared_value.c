// expect: bug memory "free"
// Two threads store the same block under a key whose destructor frees it.
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static void *block;

static void *work(void *unused)
{
    pthread_setspecific(key, block);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    block = malloc(16);
    pthread_key_create(&key, free);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
