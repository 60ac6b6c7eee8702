// expect: refused "dup of more than 32 files"
// Files that several descriptors share have a place each in a table.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void *work(void *unused)
{
    (void)unused;
    for (int i = 0; i < 33; i++)
        assert(dup(open(__FILE__, O_RDONLY)) > 0); // BUG HERE
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
