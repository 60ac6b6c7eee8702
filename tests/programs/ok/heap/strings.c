// expect: verified
// Blocks that libc itself allocates: strdup in two threads.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *work(void *text)
{
    char *copy = strdup(text);
    assert(copy != text && strcmp(copy, text) == 0);
    copy[0] = 'X';
    assert(copy[0] == 'X');
    free(copy);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, "first");
    pthread_create(&b, NULL, work, "second");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
