// expect: refused "more than 256 threads"
// The 257th thread at the same time: the space is still a line, since each thread waits for the next one.
#include <pthread.h>

static void *work(void *number)
{
    pthread_t next;
    if ((long)number < 260) {
        pthread_create(&next, NULL, work, (void *)((long)number + 1)); // BUG HERE
        pthread_join(next, NULL);
    }
    return NULL;
}

int main(void)
{
    work((void *)1L);
    return 0;
}
