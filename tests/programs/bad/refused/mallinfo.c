// expect: refused "mallinfo2 is not supported"
// What the C library knows of a heap that is not its own is nothing of the program's.
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *unused) { return unused; }

int main(void)
{
    pthread_t t;
    void *block = malloc(1000);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    if (mallinfo2().uordblks == 0)
        abort();
    free(block);
    return 0;
}
