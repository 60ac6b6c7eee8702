// expect: bug assertion "first == 'e'"
// Two numbers of one open file have one position: whoever reads first gets the first byte, from whichever of them.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int file, copy;
static char first, second;

static void *work(void *unused)
{
    (void)unused;
    assert(read(copy, &second, 1) == 1);
    return NULL;
}

int main(void)
{
    pthread_t t;
    file = open(__FILE__, O_RDONLY);
    copy = dup(file);
    lseek(copy, 3, SEEK_SET);
    pthread_create(&t, NULL, work, NULL);
    assert(read(file, &first, 1) == 1);
    pthread_join(t, NULL);
    assert((first == 'e' && second == 'x') || (first == 'x' && second == 'e'));
    assert(first == 'e'); // BUG HERE
    return 0;
}
