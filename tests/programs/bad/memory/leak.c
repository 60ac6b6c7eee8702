// expect: bug leak "2 blocks lost, of 16 bytes in all, allocated"
// options: --leaks
// A buffer for each request, and nobody frees it.
#include <pthread.h>
#include <stdlib.h>

static void *serve(void *unused)
{
    char *volatile buffer = malloc(8); // BUG HERE
    buffer[0] = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, serve, NULL);
    pthread_create(&b, NULL, serve, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
