// expect: refused "more than 128 thread-specific keys are not supported"
// glibc has 1024: to fail here would be to show what does not happen.
#include <pthread.h>

static void *rest(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_key_t key;
    pthread_create(&t, NULL, rest, NULL);
    for (int i = 0; i < 200; i++)
        pthread_key_create(&key, NULL);
    pthread_join(t, NULL);
    return 0;
}
