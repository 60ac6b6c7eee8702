// expect: verified
// 64 threads alive at once, main among them: each makes the next one and waits for it, so the space is a line.
#include <assert.h>
#include <pthread.h>

enum { THREADS = 64 };
static int alive = 1;

static void *work(void *number)
{
    long me = (long)number;
    if (me == THREADS)
        return NULL;
    pthread_t next;
    alive++;
    assert(pthread_create(&next, NULL, work, (void *)(me + 1)) == 0);
    assert(pthread_join(next, NULL) == 0);
    return NULL;
}

int main(void)
{
    work((void *)1L);
    assert(alive == THREADS);
    return 0;
}
